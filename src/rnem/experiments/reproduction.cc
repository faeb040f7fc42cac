#include "rnem/experiments/reproduction.h"

#include <fmt/format.h>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/dataset/generator.h"
#include "rnem/evaluation/report.h"
#include "rnem/evaluation/simulation_report.h"
#include "rnem/experiments/figure_parts.h"
#include "rnem/experiments/training_part.h"

namespace rnem::experiments {
namespace {

using Json = nlohmann::ordered_json;

Part make_data(const Reproduction& r, const char* world, bool trained_on) {
  dataset::MakeOptions options;
  options.name = world;
  options.seed = static_cast<std::uint64_t>(r.scale.seed);
  options.sequences = {trained_on ? r.scale.train_sequences : 0,
                       trained_on ? r.scale.valid_sequences : 0, r.scale.test_sequences};
  Part part;
  part.name = data_part(world);
  part.about =
      fmt::format("make {} sequences of {}",
                  options.sequences[0] + options.sequences[1] + options.sequences[2], world);
  part.settings =
      fmt::format("{} --train {} --valid {} --test {} --seed {}", world, options.sequences[0],
                  options.sequences[1], options.sequences[2], options.seed);
  part.makes = {r.data_file(world)};
  part.command = fmt::format("rnem data make {} --out {}", part.settings, r.data_file(world));
  part.work = [world, options, out = r.path(r.data_file(world))] {
    make_folder(std::filesystem::path(out).parent_path());
    dataset::make_dataset(*worlds::make_preset(world), options, out);
    return Json::object();
  };
  return part;
}

// What evaluations and simulations share: a trained model on test sequences.
struct TestRun {
  std::string part, verb;  // "eval-...", "evaluate"
  const char* world;
  std::int64_t k;
};

Part test_part(const Method& method, const TestRun& run) {
  Part part;
  part.name = run.part;
  part.about = fmt::format("{} {} on {}", run.verb, method.title, run.world);
  part.after = {train_part(method), data_part(run.world)};
  part.makes = {Reproduction::result_file(run.part)};
  return part;
}

// The flags that name the run, for the command by hand.
std::string test_flags(const Reproduction& r, const Method& method, const TestRun& run) {
  return fmt::format("{} --data {} --k {} --seed {} --sequences {} --json {}", r.model_file(method),
                     r.data_file(run.world), run.k, r.scale.seed, r.scale.test_sequences,
                     Reproduction::result_file(run.part));
}

void write_result(const Reproduction& r, const std::string& part, const Json& report) {
  const std::filesystem::path path = r.path(Reproduction::result_file(part));
  make_folder(path.parent_path());
  write_file(path, report.dump(2) + "\n");
}

// What evaluation and simulation are told alike.
template <typename Settings>
Settings test_settings(const Reproduction& r, const TestRun& run) {
  Settings settings;
  settings.sequences = r.scale.test_sequences;
  settings.em.k = run.k;
  return settings;
}

Part evaluate_on(const Reproduction& r, const Method& method, const TestRun& run) {
  Part part = test_part(method, run);
  part.settings =
      fmt::format("{} on {}, k {}, {} steps, {} sequences, seed {}", method.name, run.world, run.k,
                  r.scale.evaluated_steps, r.scale.test_sequences, r.scale.seed);
  part.command =
      fmt::format("rnem eval {} --steps {}", test_flags(r, method, run), r.scale.evaluated_steps);
  part.work = [r, method, run] {
    const auto session = open_test(r, method, run.world);
    auto settings = test_settings<evaluation::EvaluationSettings>(r, run);
    settings.em.steps = r.scale.evaluated_steps;
    const auto ops = model::fast_ops(model::Precision::kFloat32);
    const auto result = evaluation::evaluate(session, *ops, settings);
    write_result(r, run.part,
                 evaluation::report_json(result, r.model_file(method), r.data_file(run.world),
                                         "test", session.seed));
    return Json::object();
  };
  return part;
}

Part simulate_on(const Reproduction& r, const Method& method, const TestRun& run) {
  Part part = test_part(method, run);
  part.settings = fmt::format("{} on {}, k {}, {} + {} steps, {} sequences, seed {}", method.name,
                              run.world, run.k, r.scale.observed_steps, r.scale.simulated_steps,
                              r.scale.test_sequences, r.scale.seed);
  part.command = fmt::format("rnem simulate {} --observe {} --steps {}", test_flags(r, method, run),
                             r.scale.observed_steps, r.scale.simulated_steps);
  part.work = [r, method, run] {
    const auto session = open_test(r, method, run.world);
    auto settings = test_settings<evaluation::SimulationSettings>(r, run);
    settings.em.observe = r.scale.observed_steps;
    settings.em.steps = r.scale.observed_steps + r.scale.simulated_steps;
    const auto ops = model::fast_ops(model::Precision::kFloat32);
    const auto result = evaluation::simulate(session, *ops, settings);
    write_result(
        r, run.part,
        evaluation::simulation_json(result, r.model_file(method), r.data_file(run.world), "test"));
    return Json::object();
  };
  return part;
}

}  // namespace

std::string Reproduction::data_file(const char* world) const {
  // the sizes are part of the name: a training that goes on must not find other sequences
  const bool trained_on = std::string_view(world) != kMoreBalls;
  return fmt::format("data/{}-{}-{}-{}.h5", world, trained_on ? scale.train_sequences : 0,
                     trained_on ? scale.valid_sequences : 0, scale.test_sequences);
}
std::string Reproduction::config_file(const Method& method) const {
  return fmt::format("configs/{}.toml", method.name);
}
std::string Reproduction::run_folder(const Method& method) const {
  return fmt::format("runs/{}", method.name);
}
std::string Reproduction::model_file(const Method& method) const {
  return run_folder(method) + "/best.safetensors";
}

Json Reproduction::result(const std::string& part) const {
  const std::string file = path(result_file(part));
  Json report = Json::parse(read_file(file), nullptr, /*allow_exceptions=*/false);
  if (!report.is_object()) fail_input("{}: damaged; delete it to have it made again", file);
  return report;
}

evaluation::Session open_test(const Reproduction& r, const Method& method, const char* world) {
  return evaluation::open_session(r.path(r.model_file(method)), r.path(r.data_file(world)), "test",
                                  static_cast<std::uint64_t>(r.scale.seed));
}

std::vector<Part> reproduction_parts(const Reproduction& r) {
  std::vector<Part> parts;
  parts.push_back(make_data(r, kBalls, true));
  parts.push_back(make_data(r, kMoreBalls, false));
  parts.push_back(make_data(r, kCurtain, true));
  for (const Method& m : methods()) parts.push_back(training_part(r, m));
  for (const Method& m : methods()) {
    parts.push_back(evaluate_on(r, m, {eval_part(m), "evaluate", m.world, m.k}));
  }
  for (const Method& m : ball_methods()) {
    const std::int64_t k = m.is_single() ? 1 : kExtrapolationK;
    parts.push_back(evaluate_on(r, m, {extrapolate_part(m), "evaluate", kMoreBalls, k}));
  }
  for (const Method& m : ball_methods()) {
    parts.push_back(simulate_on(r, m, {simulate_part(m), "simulate", m.world, m.k}));
  }
  for (Part& part : figure_parts(r)) parts.push_back(std::move(part));
  return parts;
}

}  // namespace rnem::experiments
