// `rnem bench ops`: every operator at its size in training, forward and backward, as GFLOP/s, as a
// share of the matrix product's rate, and against the reference.
#include <fmt/format.h>

#include <algorithm>

#include "rnem/bench/clock.h"
#include "rnem/bench/operators.h"
#include "rnem/cli/bench_options.h"
#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/core/error.h"

namespace rnem::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Times {
  double forward, backward;  // seconds, the fastest repeat
  double sum() const { return forward + backward; }
};

Times time_operator(const ops::Ops& ops, const bench::Operator& op, std::int64_t repeats,
                    Observer& observer) {
  const auto fastest = [&](const std::function<void()>& body) {
    body();
    const auto seconds = bench::time_each(observer, repeats, body);
    return *std::min_element(seconds.begin(), seconds.end());
  };
  torch::Tensor value;
  const double forward = fastest([&] { value = op.run(ops, op.inputs); });
  const torch::Tensor weight = torch::ones_like(value);
  std::vector<torch::Tensor> wanted;
  for (const auto& input : op.inputs) {
    if (input.requires_grad()) wanted.push_back(input);
  }
  const double backward =
      fastest([&] { torch::autograd::grad({value}, wanted, {weight}, /*retain_graph=*/true); });
  return {forward, backward};
}

// Largest difference of two results, relative to the largest value.
double difference(const bench::Operator& op, const ops::Ops& a, const ops::Ops& b) {
  const torch::NoGradGuard no_grad;
  const torch::Tensor x = op.run(a, op.inputs), y = op.run(b, op.inputs);
  return ((x - y).abs().max() / y.abs().max()).item<double>();
}

Json measure(const bench::Operator& op, const ops::Ops& fast, const ops::Ops& reference,
             std::int64_t repeats, double product, Observer& observer) {
  const Times mine = time_operator(fast, op, repeats, observer);
  const Times other =
      time_operator(reference, op, std::max<std::int64_t>(1, repeats / 3), observer);
  Json line = {{"name", op.name}};
  const auto add = [&](const std::string& pass, double seconds, double multiply_adds) {
    const double gflops = 2 * multiply_adds / seconds / 1e9;
    const bool arithmetic = multiply_adds > 0;
    line[pass + "_ms"] = 1e3 * seconds;
    line[pass + "_gflops"] = arithmetic ? Json(gflops) : Json();
    line[pass + "_share"] = arithmetic ? Json(gflops / product) : Json();
  };
  add("forward", mine.forward, op.multiply_adds);
  add("backward", mine.backward, 2 * op.multiply_adds);
  line["times_as_fast_as_reference"] = other.sum() / mine.sum();
  line["difference"] = difference(op, fast, reference);
  return line;
}

void print_line(std::FILE* to, const Json& line) {
  const auto pass = [&](const std::string& name) {
    fmt::print(to, "{:>7.2f} ms", line[name + "_ms"].get<double>());
    if (line[name + "_gflops"].is_null()) {
      fmt::print(to, "{:>8}{:>8}", "", "");
    } else {
      fmt::print(to, "{:>8.0f}{:>6.0f} %", line[name + "_gflops"].get<double>(),
                 100 * line[name + "_share"].get<double>());
    }
  };
  fmt::print(to, "{:<26}", line["name"].get<std::string>());
  pass("forward");
  pass("backward");
  fmt::print(to, "{:>11.1f}x{:>12.0e}\n", line["times_as_fast_as_reference"].get<double>(),
             line["difference"].get<double>());
}

void bench_ops(const BenchOptions& options, const std::string& only, Observer& observer) {
  options.outputs.check();
  std::FILE* const to = table_stream(options.json);
  const Runtime runtime = bench::bench_runtime(options);
  const auto reference = ops::reference_ops();
  const double product = bench::product_rate();
  Json report = bench::report_head("ops", options);
  report["product_gflops"] = product;
  report["operators"] = Json::array();
  for (const bench::Operator& op : bench::training_operators(options.batch, options.k)) {
    if (op.name.find(only) == std::string::npos) continue;
    if (report["operators"].empty()) {
      fmt::print(
          to, "matrix product {:.0f} GFLOP/s\n{:<26}{:>10}{:>8}{:>8}{:>10}{:>8}{:>8}{:>12}{:>12}\n",
          product, "", "forward", "GFLOP/s", "share", "backward", "GFLOP/s", "share",
          "vs reference", "difference");
    }
    report["operators"].push_back(
        measure(op, runtime.ops(), *reference, options.repeats, product, observer));
    print_line(to, report["operators"].back());
  }
  if (report["operators"].empty()) fail_input("--only {}: no operator has that in its name", only);
  write_json(options.json, report);
}

}  // namespace

Work setup_bench_ops(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  auto only = std::make_shared<std::string>();
  options->repeats = 9;
  add_bench_options(app, *options);
  app.add_option("--only", *only, "operators with this in their name");
  add_examples(app, {"rnem bench ops --only conv"});
  return [=](Observer& observer) { bench_ops(*options, *only, observer); };
}

}  // namespace rnem::cli
