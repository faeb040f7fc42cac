// `rnem demo`: the shipped model on fresh sequences, as numbers, films and a page.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

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

struct DemoOptions {
  Outputs outputs;
  std::string out = "out/demo";
  std::string game;
  std::uint64_t seed = kDefaultSeed;
};

struct SceneSetup {
  const char* model;
  const char* data;  // a world, or a recording that ships with the models
  std::int64_t k;
  const char* stem;
  const char* title;
  const char* text;
};

constexpr const char* kGameClip = "space-invaders-clip.h5";

constexpr SceneSetup kScenes[] = {
    {"balls4-rnem.safetensors", "live:balls4mass64", 5, "balls4", "4 balls, K = 5",
     "The world of the training: four balls, some six times heavier than others."},
    {"balls4-rnem.safetensors", "live:balls678mass64", 8, "balls678", "6-8 balls, K = 8",
     "The same weights on more balls than were ever seen in training."},
    {"curtain-rnem.safetensors", "live:balls3curtain64", 5, "curtain", "curtain, K = 5",
     "An invisible square hides whatever is behind it; the model has to remember."},
    {"balls4color-rnem.safetensors", "live:balls4photo64", 5, "colour", "in colour, K = 5",
     "Coloured balls before a picture. A component has the colour of the pixels that it owned; the "
     "picture behind is estimated from the frames. Squares take the place of cross entropies."},
    {"space-invaders-rnem.safetensors", kGameClip, 4, "invaders", "Space Invaders, K = 4",
     "A recording of the real game and what the player did. Four components for some forty things: "
     "they share them out."},
};

// Where a scene's sequences come from; `game` is a recording to be shown in place of the shipped.
std::string data_of(const SceneSetup& setup, const std::string& game) {
  if (setup.data != std::string_view(kGameClip)) return setup.data;
  return game.empty() ? model::shipped_model(kGameClip) : game;
}

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

DemoScene show(const SceneSetup& setup, const evaluation::Session& session, const std::string& data,
               const std::filesystem::path& folder) {
  const std::int64_t sequences = std::min(session.source->size(session.split), kSequences);
  note(session.observer, "{}: {} on {} sequences of {}", setup.title, setup.model, sequences, data);
  evaluation::EvaluationSettings evaluation{.sequences = sequences};
  evaluation.em.k = setup.k;
  evaluation.em.steps = kSteps;
  const auto result = evaluation::evaluate(session, evaluation);
  evaluation::SimulationSettings simulation{.sequences = sequences};
  simulation.em.k = setup.k;
  simulation.em.observe = kDemoObserve;
  simulation.em.steps = kDemoObserve + kDemoAhead;
  if (session.file.model->config().actions > 0) {  // somebody has to act: as long as was recorded
    simulation.em.steps = std::min<std::int64_t>(simulation.em.steps, session.source->frames() - 1);
  }
  const auto ahead = evaluation::simulate(session, simulation);
  draw(session, evaluation.em, simulation.em, (folder / setup.stem).string());
  const auto at = [&](const char* key, std::int64_t steps) {
    const std::int64_t t = kDemoObserve + steps - 1;
    const auto found = ahead.by_step.find(key);
    if (found == ahead.by_step.end() || t >= ahead.steps) return metrics::kUnknown;
    return evaluation::mean_of(found->second.per_sequence(t, t + 1));
  };
  // where pixels are not zeros and ones the numbers of these names are squares
  const auto cross_entropy = [&](const char* key) {
    return session.file.model->config().has_mask()
               ? metrics::kUnknown
               : evaluation::mean_of(result.by_step.at(key).last());
  };
  return {
      setup.title,
      setup.text,
      setup.stem,
      data,
      setup.k,
      evaluation::mean_of(result.by_step.at("ari").per_sequence(evaluation::kSettledSteps, kSteps)),
      cross_entropy("upper_intra"),
      cross_entropy("baseline"),
      at("position_error", kDemoSoon),
      at("limit", kDemoSoon),
      at("position_error", kDemoLater),
      at("limit", kDemoLater),
      at("all_alive", kDemoAhead)};
}

void run_demo(const DemoOptions& options, Observer& observer) {
  options.outputs.check();
  const std::string& out = options.out;
  make_folder(out);
  const Runtime runtime;
  std::vector<DemoScene> scenes;
  for (const auto& setup : kScenes) {
    const std::string model = model::shipped_model(setup.model);
    const std::string data = data_of(setup, options.game);
    if (model.empty() || data.empty()) {
      note(observer, "{}: models/{} is not part of this build, left out", setup.title,
           model.empty() ? setup.model : setup.data);
      continue;
    }
    const auto session =
        evaluation::open_session(model, data, "test", options.seed, runtime, observer);
    scenes.push_back(show(setup, session, data, out));
  }
  if (scenes.empty()) fail("no trained model found beside this program");
  write_demo_page(scenes, out);
  fmt::print("{}\n{}\n", demo_table(scenes),
             "ARI after step 10; BCE summed over pixels; pixels off after letting go, (the limit); "
             "all alive after 100 steps");
  fmt::print("open  {}/index.html\n", out);
  fmt::print("train your own:  build/rnem train -o out/run\n");
  fmt::print("and look at it:  build/rnem eval out/run --data live:balls4mass64\n");
}

}  // namespace

Work setup_demo(CLI::App& app) {
  auto options = std::make_shared<DemoOptions>();
  options->outputs.add_folder(app, options->out, "folder for the page")->capture_default_str();
  app.add_option("--game", options->game,
                 "a recording of Space Invaders to be shown in place of the shipped clip")
      ->type_name("FILE.h5");
  add_seed(app, options->seed, "the sequences");
  add_examples(app, {"rnem demo", "rnem demo --seed 7 -o seven"});
  return [options](Observer& observer) { run_demo(*options, observer); };
}

}  // namespace rnem::cli
