#include "rnem/bench/em.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rnem/bench/clock.h"
#include "rnem/core/error.h"
#include "rnem/dataset/batches.h"
#include "rnem/training/window_loss.h"

namespace rnem::bench {
namespace {

constexpr std::uint64_t kSeed = 1;

training::Window window_of(const BenchSettings& o) {
  const auto source = dataset::open_source("live:balls4mass64", kSeed);
  const auto plan = dataset::sequential_plan(0, o.batch, static_cast<int>(o.batch));
  const auto batch = dataset::load_batch(*source, dataset::Split::kTraining, plan->batch(0),
                                         static_cast<int>(o.steps) + 1);
  return {model::clip_of(batch, 0, kSeed), {}};
}

model::Settings settings_of(const BenchSettings& o) {
  model::Settings settings;
  settings.em.k = o.k;
  return settings;
}

void check_loss(double loss) {
  if (!std::isfinite(loss)) fail("the loss is {}: its time means nothing", loss);
}

}  // namespace

EmUpdates::EmUpdates(const ops::Ops& ops, const BenchSettings& o)
    : ops_(ops),
      window_(window_of(o)),
      weights_(training::loss_weights("all", o.steps, "bench")),
      model_(model::Model::create(settings_of(o), kSeed)),
      optimizer_({}, model_->parameters()) {}

double EmUpdates::run() {
  training::clear_gradients(model_->parameters());
  const double loss = training::add_gradient(*model_, ops_, window_, weights_, 1, false).loss;
  check_loss(training::gradient_norm(model_->parameters()));
  optimizer_.step(++updates_, 1e-3, 1.0);
  check_loss(loss);
  return loss;
}

EmTimes time_training(const ops::Ops& ops, const BenchSettings& o, Observer& observer) {
  EmUpdates updates(ops, o);
  updates.run();  // memory comes from the system only once
  EmTimes times;
  times.seconds = time_each(observer, o.repeats, [&] { times.loss = updates.run(); });
  return times;
}

EmTimes time_inference(const ops::Ops& ops, const BenchSettings& o, Observer& observer) {
  const torch::NoGradGuard no_grad;
  const auto model = model::Model::create(settings_of(o), kSeed);
  const training::Window window = window_of(o);
  EmTimes times;
  const auto run = [&] {
    times.loss = 0;
    model::run_em(*model, ops, window.clip, {}, [&](const model::Step& step) {
      times.loss += step.loss.total.mean().item<double>() / static_cast<double>(o.steps);
    });
  };
  run();
  times.seconds = time_each(observer, o.repeats, run);
  check_loss(times.loss);
  return times;
}

nlohmann::ordered_json em_report(const char* bench, const BenchSettings& o, EmTimer timer,
                                 int passes, Observer& observer) {
  const Runtime runtime = bench_runtime(o);
  const ops::Ops& ops = runtime.ops();
  // the emulation is made of fp32 products
  const bool bf16 = ops.name() == "fast bf16";
  double product = product_rate(bf16);
  const EmTimes times = timer(ops, o, observer);
  product = std::max(product, product_rate(bf16));
  const double multiply_adds =
      passes * model::Model::create(settings_of(o), kSeed)->multiply_adds(o.k);
  const double rate = static_cast<double>(o.batch * o.k * o.steps) / median(times.seconds);
  const double gflops = rate * 2 * multiply_adds / 1e9;
  auto report = report_head(bench, o);
  report["steps"] = o.steps;
  report["kernels"] = o.kernels;
  report["operators"] = ops.name();
  report["product"] = bf16 ? "bf16" : "fp32";
  report["seconds"] = times.seconds;
  report["loss"] = times.loss;
  report["component_steps_per_second"] = rate;
  report["multiply_adds"] = multiply_adds;
  report["gflops"] = gflops;
  report["product_gflops"] = product;
  report["share"] = gflops / product;
  report["peak_memory_gb"] = peak_memory();
  return report;
}

void print_em_report(std::FILE* to, const nlohmann::ordered_json& report) {
  const auto number = [&](const char* key) { return report.at(key).get<double>(); };
  fmt::print(to, "{:.0f} component-steps/s at B {}, K {}, T {} with {} operators on {} threads\n",
             number("component_steps_per_second"), report.at("batch").get<int>(),
             report.at("k").get<int>(), report.at("steps").get<int>(),
             report.at("operators").get<std::string>(), report.at("threads").get<int>());
  fmt::print(
      to,
      "{:.0f} GFLOP/s, {:.0f} % of the {} matrix product's {:.0f} in this run; peak memory {:.2f} "
      "GB\n",
      number("gflops"), 100 * number("share"), report.at("product").get<std::string>(),
      number("product_gflops"), number("peak_memory_gb"));
}

}  // namespace rnem::bench
