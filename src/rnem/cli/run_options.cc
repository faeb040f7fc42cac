#include "rnem/cli/run_options.h"

#include <algorithm>

#include "rnem/cli/data_notes.h"
#include "rnem/core/error.h"

namespace rnem::cli {

namespace {

void use_settings(const std::vector<std::string>& assignments, model::Model& model,
                  Observer& observer) {
  model::Settings settings = model.settings();
  const OptionTable table = options(settings.em);
  for (const std::string& assignment : assignments) {
    set_option(assignment, table, [&](const std::string& line) { observer.note(line); });
  }
  check(settings, "--set");
  model.set_em(settings.em);
}

}  // namespace

void add_run_options(CLI::App& app, RunOptions& o) {
  app.add_option("model", o.model, "model file, run folder or name of a shipped model")->required();
  app.add_option("--data", o.data, "data file, live:NAME or video:FOLDER")->required();
  add_split(app, o.split);
  app.add_option("--k", o.k, "components, 0 for as many as in training")
      ->check(CLI::Range(0, 64))
      ->capture_default_str();
  app.add_option("--noise", o.noise, "flip probability of input pixels (as trained)")
      ->check(CLI::Range(0.0, 0.5));
  add_steps(app, o.steps)
      ->description("EM steps T; T + 1 frames are read (or as many as there are, unless given)")
      ->each([&o](const std::string&) { o.steps_given = true; });
  add_seed(app, o.seed, "noise, initial state and live data");
  app.add_option("--kernels", o.kernels, "fast or reference")
      ->check(CLI::IsMember({"fast", "reference"}))
      ->capture_default_str();
  app.add_option("--device", o.device, "cpu, cuda, ...")->capture_default_str();
  app.add_option("--set", o.assignments, "em.key=value: how EM runs, in place of what was trained");
}

Runtime run_runtime(const RunOptions& o) {
  return Runtime({.device = o.device, .kernels = o.kernels});
}

evaluation::Session open_run(const RunOptions& o, const Runtime& runtime, Observer& observer) {
  auto session = evaluation::open_session(o.model, o.data, o.split, o.seed, runtime, observer);
  use_settings(o.assignments, *session.file.model, observer);
  tell_oddities(*session.source, observer);
  return session;
}

evaluation::RunNames run_names(const RunOptions& o, const evaluation::Session& session) {
  return {o.model, session.source->description(), dataset::split_name(session.split)};
}

std::int64_t run_steps(const RunOptions& o, const dataset::Source& source) {
  const std::int64_t there = source.frames() - 1;
  return o.steps_given || there < 1 ? o.steps : std::min(o.steps, there);
}

model::EmSettings em_settings(const RunOptions& o, const evaluation::Session& session) {
  const model::Model& model = *session.file.model;
  if (model.traits().single && o.k > 1) {
    fail_input("--k {}: {} is a {} with one component", o.k, o.model, model.config().kind);
  }
  const std::int64_t steps = run_steps(o, *session.source);
  if (steps + 1 > session.source->frames()) {
    fail_input("--steps {}: needs {} frames, {} has {}", steps, steps + 1, o.data,
               session.source->frames());
  }
  model::EmSettings settings;
  if (o.k > 0) settings.k = o.k;
  settings.noise = o.noise;
  settings.steps = steps;
  return settings;
}

}  // namespace rnem::cli
