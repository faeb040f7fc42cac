#include "rnem/experiments/test_part.h"

#include <fmt/format.h>

#include "rnem/core/atomic_file.h"
#include "rnem/evaluation/report_json.h"
#include "rnem/experiments/training_part.h"

namespace rnem::experiments {
namespace {

using Json = nlohmann::ordered_json;

// Part of the settings: a larger one when reports have numbers that they did not have before, or
// others. 2: reappearances count balls that come out little by little. 3: the paper's simulation
// has noise.
int report_edition(const Test& test) {
  if (test.observe >= 0) return 3;
  return std::string_view(test.kind) == "hidden" ? 2 : 1;
}

template <typename Settings>
Settings settings_of(const Reproduction& r, const Test& test) {
  Settings settings;
  settings.sequences = r.scale.test_sequences;
  settings.em = test.em();
  return settings;
}

Json report_of(const Reproduction& r, const Trial& trial, const Test& test, const Runtime& runtime,
               Observer& observer) {
  const auto session = open_test(r, trial, test.data, runtime, observer);
  const evaluation::RunNames names{trial.model_file(), test.data, "test"};
  if (test.observe >= 0) {
    const auto settings = settings_of<evaluation::SimulationSettings>(r, test);
    return evaluation::report_json(
        evaluation::summarise(evaluation::simulate(session, settings), names));
  }
  const auto settings = settings_of<evaluation::EvaluationSettings>(r, test);
  return evaluation::report_json(
      evaluation::summarise(evaluation::evaluate(session, settings), names, session.seed));
}

}  // namespace

evaluation::Session open_test(const Reproduction& r, const Trial& trial, const std::string& data,
                              const Runtime& runtime, Observer& observer) {
  return evaluation::open_session(r.path(trial.model_file()), data, "test",
                                  static_cast<std::uint64_t>(r.scale.test_seed), runtime, observer);
}

Part testing_part(const Reproduction& r, const Trial& trial, const Test& test) {
  Part part;
  part.name = test_part(trial, test.kind);
  const bool simulated = test.observe >= 0;
  part.about = fmt::format("{} {} on {}", simulated ? "simulate" : "evaluate", trial.title(),
                           test.data.substr(test.data.find(':') + 1));
  part.kind = simulated ? "simulate" : "eval";
  const double pixels =
      static_cast<double>(paper_settings(*trial.method).model.pixels()) / (64 * 64);
  part.work = static_cast<double>(r.scale.test_sequences * test.steps * test.k) * pixels;
  part.after = {train_part(trial)};
  part.reads = {trial.model_file(), finished_file(trial)};
  part.makes = {result_file(part.name)};
  const std::string flags = fmt::format("--data {} --k {} --seed {} --sequences {}", test.data,
                                        test.k, r.scale.test_seed, r.scale.test_sequences);
  // settings are compared with those of earlier versions, in which --ahead was --steps
  const auto steps = [&](const char* ahead) {
    return simulated
               ? fmt::format("--observe {} {} {}", test.observe, ahead, test.steps - test.observe)
               : fmt::format("--steps {}", test.steps);
  };
  part.settings = fmt::format("{} {} {}, report {}", simulated ? "simulate" : "eval", flags,
                              steps("--steps"), report_edition(test));
  part.command = fmt::format("rnem {} {} {} {} --json {}", simulated ? "simulate" : "eval",
                             trial.model_file(), flags, steps("--ahead"), part.makes.front());
  part.perform = [r, trial, test, file = part.makes.front()](const Runtime& runtime,
                                                             Observer& observer) {
    make_folder(r.path("results"));
    write_file(r.path(file), report_of(r, trial, test, runtime, observer).dump(1) + "\n");
    return Json::object();
  };
  return part;
}

}  // namespace rnem::experiments
