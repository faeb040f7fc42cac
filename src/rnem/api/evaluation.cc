#include "rnem/evaluation.h"

#include <cmath>

#include "rnem/api/model_impl.h"
#include "rnem/api/watched.h"
#include "rnem/core/error.h"
#include "rnem/evaluation/evaluation_summary.h"
#include "rnem/evaluation/report_json.h"
#include "rnem/evaluation/simulation_summary.h"

namespace rnem {
namespace {

constexpr std::int64_t kLiveSequences = 1000;  // a live source has no end

evaluation::Session session_of(const Model& model, std::shared_ptr<const Source> source,
                               const EvaluateOptions& options, Observer& observer) {
  evaluation::Session session{model.impl().file, std::move(source),    options.split,
                              options.seed,      model.impl().runtime, observer};
  evaluation::check_fit(session, model.impl().name);
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
  settings.em = api::em_settings(*session.file.model, options.k, options.noise);
  return settings;
}

evaluation::RunNames names_of(const Model& model, const evaluation::Session& session) {
  return {model.impl().name, session.source->description(), dataset::split_name(session.split)};
}

void add(Numbers& numbers, const std::vector<evaluation::ReportNumber>& reported) {
  for (const auto& [key, value] : reported) {
    if (const auto* mean = std::get_if<std::optional<evaluation::Estimate>>(&value)) {
      if (mean->has_value()) numbers.scalars[key] = {(*mean)->value, (*mean)->low, (*mean)->high};
    } else if (const auto* plain = std::get_if<double>(&value)) {
      if (std::isfinite(*plain)) numbers.scalars[key] = {*plain, {}, {}};
    } else if (const auto* count = std::get_if<std::int64_t>(&value)) {
      numbers.scalars[key] = {static_cast<double>(*count), {}, {}};
    }
  }
}

}  // namespace

Numbers evaluate(const Model& model, std::shared_ptr<const Source> source,
                 const EvaluateOptions& options, Observer& observer) {
  const auto session = session_of(model, std::move(source), options, observer);
  auto settings = settings_of<evaluation::EvaluationSettings>(session, options, options.steps + 1);
  settings.em.steps = options.steps;
  const auto summary = evaluation::summarise(evaluation::evaluate(session, settings),
                                             names_of(model, session), options.seed);
  Numbers all;
  add(all, evaluation::numbers(summary));
  all.by_step = summary.per_step;
  all.json = evaluation::report_json(summary).dump(2);
  return all;
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
  const auto summary =
      evaluation::summarise(evaluation::simulate(session, settings), names_of(model, session));
  Numbers all;
  add(all, evaluation::simulated_numbers(summary));
  add(all, evaluation::start_numbers(summary));
  add(all, evaluation::physical_numbers(summary));
  add(all, evaluation::failure_numbers(summary));
  all.by_step = summary.per_step;
  all.json = evaluation::report_json(summary).dump(2);
  return all;
}

}  // namespace rnem
