#include "rnem/evaluation.h"

#include "rnem/api/model_impl.h"
#include "rnem/api/watched.h"
#include "rnem/core/error.h"
#include "rnem/evaluation/report.h"
#include "rnem/evaluation/simulation_report.h"

namespace rnem {
namespace {

constexpr std::int64_t kLiveSequences = 1000;  // a live source has no end

evaluation::Session session_of(const Model& model, std::shared_ptr<const Source> source,
                               const EvaluateOptions& options, Observer& observer) {
  evaluation::Session session{model.impl().file, std::move(source),    options.split,
                              options.seed,      model.impl().runtime, observer};
  evaluation::check_fit(session, "that was given");
  return session;
}

// What both have in common.
template <typename Settings>
Settings settings_of(const evaluation::Session& session, const EvaluateOptions& options,
                     std::int64_t frames) {
  const std::int64_t available = session.source->size(session.split);
  if (options.sequences < 0 || options.sequences > available) {
    fail_input("sequences: expected 0 to {}, got {}", available, options.sequences);
  }
  if (options.steps < 1 || frames > session.source->frames()) {
    fail_input("steps: {} has {} frames, {} are needed", session.source->description(),
               session.source->frames(), frames);
  }
  Settings settings;
  settings.sequences =
      options.sequences > 0 ? options.sequences : std::min(available, kLiveSequences);
  settings.em.k = api::checked_components(*session.file.model, options.k);
  settings.em.noise = options.noise;
  return settings;
}

Numbers numbers_of(const nlohmann::ordered_json& report) {
  Numbers numbers;
  const auto& intervals = report["intervals"];
  for (const auto& [key, value] : report.items()) {
    if (!value.is_number()) continue;
    Number& number = numbers.scalars[key];
    number.value = value.get<double>();
    if (!intervals.contains(key) || intervals[key].is_null()) continue;
    number.low = intervals[key][0].get<double>();
    number.high = intervals[key][1].get<double>();
  }
  return numbers;
}

void add_steps(Numbers& numbers, const std::map<std::string, evaluation::Series>& by_step) {
  for (const auto& [key, series] : by_step) numbers.by_step[key] = series.per_step();
}

}  // namespace

Numbers evaluate(const Model& model, std::shared_ptr<const Source> source,
                 const EvaluateOptions& options, Observer& observer) {
  const auto session = session_of(model, std::move(source), options, observer);
  auto settings = settings_of<evaluation::EvaluationSettings>(session, options, options.steps + 1);
  settings.em.steps = options.steps;
  const auto result = evaluation::evaluate(session, settings);
  Numbers numbers = numbers_of(evaluation::report_json(
      result, "", session.source->description(), dataset::split_name(session.split), options.seed));
  add_steps(numbers, result.by_step);
  return numbers;
}

Numbers simulate(const Model& model, std::shared_ptr<const Source> source,
                 const SimulationOptions& options, Observer& observer) {
  const auto session = session_of(model, std::move(source), options, observer);
  auto settings =
      settings_of<evaluation::SimulationSettings>(session, options, options.observe + 1);
  api::check_rule(options.rule);
  settings.em.simulation = options.rule;
  settings.em.observe = options.observe;
  settings.em.steps = options.observe + options.steps;
  const auto result = evaluation::simulate(session, settings);
  Numbers numbers = numbers_of(evaluation::simulation_json(
      result, "", session.source->description(), dataset::split_name(session.split)));
  add_steps(numbers, result.by_step);
  return numbers;
}

}  // namespace rnem
