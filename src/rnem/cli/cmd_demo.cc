// `rnem demo`: the shipped model on fresh sequences, as numbers, films and a page.
#include <fmt/format.h>

#include "rnem/cli/command.h"
#include "rnem/cli/common_options.h"
#include "rnem/cli/demo_page.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/outputs.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/evaluation/evaluate.h"
#include "rnem/evaluation/model_rollout.h"
#include "rnem/evaluation/simulate.h"
#include "rnem/figures/animation.h"
#include "rnem/figures/gif.h"
#include "rnem/figures/sequence_sheet.h"
#include "rnem/model/find_model.h"

namespace rnem::cli {
namespace {

constexpr std::int64_t kSequences = 16;  // enough for two digits, quick enough to wait for
constexpr std::int64_t kSteps = 30;      // watched
constexpr std::int64_t kObserve = 15, kAhead = 30;  // simulated

struct DemoOptions {
  Outputs outputs;
  std::string out = "out/demo";
  std::uint64_t seed = kDefaultSeed;
};

struct SceneSetup {
  const char* model;
  const char* data;
  std::int64_t k;
  const char* stem;
  const char* title;
  const char* text;
};

constexpr SceneSetup kScenes[] = {
    {"balls4-rnem.safetensors", "live:balls4mass64", 5, "balls4", "4 balls, K = 5",
     "The world of the training: four balls, some six times heavier than others."},
    {"balls4-rnem.safetensors", "live:balls678mass64", 8, "balls678", "6-8 balls, K = 8",
     "The same weights on more balls than were ever seen in training."},
    {"curtain-rnem.safetensors", "live:balls3curtain64", 5, "curtain", "curtain, K = 5",
     "An invisible square hides whatever is behind it; the model has to remember."},
};

void draw(const evaluation::Session& session, const model::EmSettings& watching,
          const model::EmSettings& simulating, const std::string& stem) {
  constexpr int kDelay = 12;  // hundredths of a second a frame
  const auto watched = evaluation::model_rollout(session, 0, watching);
  figures::write_gif(stem + ".gif", figures::rollout_film(watched), kDelay);
  figures::SequenceSheet sheet;
  sheet.steps.every = 2;
  figures::sequence_sheet(watched, sheet).save(stem + ".png", 1.0);
  const auto simulated = evaluation::model_rollout(session, 0, simulating);
  figures::write_gif(stem + "-simulation.gif", figures::rollout_film(simulated), kDelay);
}

DemoScene show(const SceneSetup& setup, const std::string& model, std::uint64_t seed,
               const std::filesystem::path& folder, const Runtime& runtime, Observer& observer) {
  const auto session = evaluation::open_session(model, setup.data, "test", seed, runtime, observer);
  evaluation::EvaluationSettings evaluation{.sequences = kSequences};
  evaluation.em.k = setup.k;
  evaluation.em.steps = kSteps;
  const auto result = evaluation::evaluate(session, evaluation);
  evaluation::SimulationSettings simulation{.sequences = kSequences};
  simulation.em.k = setup.k;
  simulation.em.observe = kObserve;
  simulation.em.steps = kObserve + kAhead;
  const auto ahead = evaluation::simulate(session, simulation);
  draw(session, evaluation.em, simulation.em, (folder / setup.stem).string());
  return {
      setup.title,
      setup.text,
      setup.stem,
      setup.data,
      setup.k,
      evaluation::mean_of(result.by_step.at("ari").per_sequence(evaluation::kSettledSteps, kSteps)),
      evaluation::mean_of(result.by_step.at("upper_intra").last()),
      evaluation::mean_of(result.by_step.at("baseline").last()),
      evaluation::mean_of(ahead.simulated("bce")),
      evaluation::mean_of(ahead.simulated("baseline_bce")),
      evaluation::mean_of(ahead.simulated("position_error")),
      kObserve};
}

void run_demo(const DemoOptions& options, Observer& observer) {
  options.outputs.check();
  const std::string& out = options.out;
  make_folder(out);
  const Runtime runtime;
  std::vector<DemoScene> scenes;
  for (const auto& setup : kScenes) {
    const std::string model = model::shipped_model(setup.model);
    if (model.empty()) {
      note(observer, "{}: models/{} is not part of this build, left out", setup.title, setup.model);
      continue;
    }
    note(observer, "{}: {} on {} fresh sequences", setup.title, setup.model, kSequences);
    scenes.push_back(show(setup, model, options.seed, out, runtime, observer));
  }
  if (scenes.empty()) fail("no trained model found beside this program");
  write_demo_page(scenes, out);
  fmt::print("{}\n{}\n", demo_table(scenes), "ARI after step 10; BCE summed over pixels");
  fmt::print("open  {}/index.html\n", out);
  fmt::print("train your own:  build/rnem train -o out/run\n");
  fmt::print("and look at it:  build/rnem eval out/run --data live:balls4mass64\n");
}

}  // namespace

Work setup_demo(CLI::App& app) {
  auto options = std::make_shared<DemoOptions>();
  options->outputs.add_folder(app, options->out, "folder for the page")->capture_default_str();
  add_seed(app, options->seed, "the sequences");
  add_examples(app, {"rnem demo", "rnem demo --seed 7 -o seven"});
  return [options](Observer& observer) { run_demo(*options, observer); };
}

}  // namespace rnem::cli
