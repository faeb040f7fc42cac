#include "rnem/experiments/figure_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "rnem/core/atomic_file.h"
#include "rnem/evaluation/model_rollout.h"
#include "rnem/experiments/simulation_strips.h"
#include "rnem/experiments/test_part.h"
#include "rnem/experiments/training_part.h"
#include "rnem/figures/animation.h"
#include "rnem/figures/attention_sheet.h"
#include "rnem/figures/curtain_sheet.h"
#include "rnem/figures/gif.h"
#include "rnem/figures/sequence_sheet.h"

namespace rnem::experiments {
namespace {

constexpr int kColumns = 15;       // of a sheet, about
constexpr int kFilmScale = 3;      // pixels a pixel
constexpr int kFilmDelay = 15;     // hundredths of a second a step
constexpr std::int64_t kRows = 2;  // simulated sequences

// One model on test sequence 0.
struct Scene {
  const char* name;     // of the figure
  const char* command;  // "plot sheet"
  Trial trial;
  Test test;
};

struct SheetStyle {
  int scale;      // points per pixel of a frame
  double pixels;  // a point
};
// arrows are drawn at the size at which they are shown, frames are enlarged
constexpr SheetStyle kFrames{1, 2.0}, kArrows{4, 1.0};

// Every so many steps make a sheet of a page's width.
figures::FrameChoice sheet_steps(const Test& test) {
  return {.first = 1, .every = static_cast<int>((test.steps + kColumns - 1) / kColumns)};
}

using Draw =
    std::function<void(const std::string& file, const Runtime& runtime, Observer& observer)>;

// What all figures have in common. Settings are compared with those of earlier versions, which
// called the command as `former_command` where that differs.
Part figure_part(const Reproduction& r, const char* name, const std::vector<Trial>& shown,
                 const std::string& command, Draw draw, const std::string& former_command = "") {
  const Setup setup = shown.front().setup;
  Part part;
  part.name = fmt::format("{}-{}", setup_name(setup), name);
  part.about = fmt::format("draw {}", part.name);
  part.kind = "figure";
  part.dispensable = true;
  for (const Trial& trial : shown) {
    part.after.push_back(train_part(trial));
    part.reads.push_back(trial.model_file());
    part.reads.push_back(finished_file(trial));
  }
  part.makes = figure_files(setup, figure_text(name));
  part.settings = former_command.empty() ? command : former_command;
  part.command = fmt::format("{} --out {}", command, part.makes.front());
  part.perform = [file = r.path(part.makes.front()), draw = std::move(draw)](const Runtime& runtime,
                                                                             Observer& observer) {
    make_folder(std::filesystem::path(file).parent_path());
    draw(file, runtime, observer);
    return nlohmann::ordered_json::object();
  };
  return part;
}

std::string command_of(const Reproduction& r, const Scene& scene) {
  std::string command = fmt::format("rnem {} {} --data {} --k {} --seed {} --steps {}",
                                    scene.command, scene.trial.model_file(), scene.test.data,
                                    scene.test.k, r.scale.test_seed, scene.test.steps);
  if (scene.test.observe >= 0) command += fmt::format(" --observe {}", scene.test.observe);
  return command;
}

using DrawSheet = figures::Drawing (*)(const evaluation::Session&, const figures::Rollout&,
                                       const figures::FrameChoice&, int scale);

Part sheet(const Reproduction& r, const Scene& scene, const SheetStyle& style, DrawSheet draw) {
  const auto choice = sheet_steps(scene.test);
  return figure_part(
      r, scene.name, {scene.trial},
      fmt::format("{} --every {} --scale {}", command_of(r, scene), choice.every, style.scale),
      [=](const std::string& file, const Runtime& runtime, Observer& observer) {
        const auto session = open_test(r, scene.trial, scene.test.data, runtime, observer);
        const auto rollout = evaluation::model_rollout(session, 0, scene.test.em());
        draw(session, rollout, choice, style.scale).save(file, style.pixels);
      });
}

Part film(const Reproduction& r, const Scene& scene) {
  return figure_part(
      r, scene.name, {scene.trial},
      fmt::format("{} --scale {} --delay {}", command_of(r, scene), kFilmScale, kFilmDelay),
      [=](const std::string& file, const Runtime& runtime, Observer& observer) {
        const auto session = open_test(r, scene.trial, scene.test.data, runtime, observer);
        const auto rollout = evaluation::model_rollout(session, 0, scene.test.em());
        figures::write_gif(file, figures::rollout_film(rollout, {.scale = kFilmScale}), kFilmDelay);
      });
}

// The trials of the set-up that stand side by side, if `last` is the last of them.
std::vector<Trial> simulated_beside(const Reproduction& r, const Trial& last) {
  std::vector<Trial> list;
  for (const Trial& trial : r.trials()) {
    const std::string_view name = trial.method->name;
    const bool shown = name == "balls4-rnem-k5" || name == "balls4-rnnem" || name == "balls4-rnn" ||
                       (name == "balls4-lstm" && trial.setup == Setup::kOurs);
    if (shown && trial.setup == last.setup && trial.seed == 1) list.push_back(trial);
  }
  if (list.empty() || list.back().name() != last.name()) list.clear();
  return list;
}

Part strips(const Reproduction& r, const std::vector<Trial>& list, const Test& test) {
  std::vector<std::string> models, titles;
  for (const Trial& trial : list) {
    models.push_back(trial.model_file());
    titles.emplace_back(trial.method->title);
  }
  const std::int64_t rows = std::min(kRows, r.scale.test_sequences);
  const auto command = [&](const std::string& ahead) {
    return fmt::format(
        "rnem plot rollout {} --names '{}' --data {} --seed {} --observe {} {} --rows {} "
        "--loss-sequences 0",
        fmt::join(models, " "), fmt::join(titles, ","), test.data, r.scale.test_seed, test.observe,
        ahead, rows);
  };
  return figure_part(
      r, "rollout-strips", list, command(fmt::format("--ahead {}", test.steps - test.observe)),
      [=](const std::string& file, const Runtime& runtime, Observer& observer) {
        model::EmSettings em = test.em();
        em.k.reset();  // as trained
        auto drawn = empty_strips(rows, em);
        for (const Trial& trial : list) {
          add_simulation(open_test(r, trial, test.data, runtime, observer), em, 0,
                         trial.method->title, drawn);
        }
        figures::rollout_strips(drawn).save(file, kFrames.pixels);
      },
      command(fmt::format("--steps {}", test.steps)));
}

figures::Drawing draw_attention(const evaluation::Session&, const figures::Rollout& rollout,
                                const figures::FrameChoice& choice, int scale) {
  return figures::attention_sheet(rollout, choice, scale);
}

figures::Drawing draw_inside(const evaluation::Session&, const figures::Rollout& rollout,
                             const figures::FrameChoice& choice, int scale) {
  return figures::sequence_sheet(rollout, {.steps = choice, .scale = scale});
}

figures::Drawing draw_curtain(const evaluation::Session& session, const figures::Rollout& rollout,
                              const figures::FrameChoice& choice, int scale) {
  const auto sequence = session.source->get(session.split, 0, 0, rollout.steps + 1);
  return figures::curtain_sheet(rollout, sequence, session.source->shape(), choice, scale);
}

}  // namespace

std::vector<Part> figure_parts(const Reproduction& r, const Trial& trial) {
  std::vector<Part> parts;
  if (trial.seed != 1) return parts;
  const std::string_view method = trial.method->name;
  const auto tests = tests_of(trial, r.scale);
  if (method == "balls4-rnem-k5") {
    const Test &eval = tests[0], &more = tests[1], &simulation = tests[2];
    parts.push_back(sheet(r, {"sheet", "plot sheet", trial, eval}, kFrames, draw_inside));
    parts.push_back(film(r, {"simulation-film", "plot animation", trial, simulation}));
    if (trial.setup == Setup::kOurs) return parts;
    parts.push_back(
        sheet(r, {"attention", "plot attention", trial, eval}, kArrows, draw_attention));
    parts.push_back(film(r, {"film", "plot animation", trial, eval}));
    parts.push_back(
        sheet(r, {"extrapolation-sheet", "plot sheet", trial, more}, kFrames, draw_inside));
  } else if (method == "curtain-rnem") {
    parts.push_back(
        sheet(r, {"curtain-sheet", "plot curtain", trial, tests[0]}, kFrames, draw_curtain));
  } else if (method == "invaders-rnem") {
    parts.push_back(sheet(r, {"game-sheet", "plot sheet", trial, tests[0]}, kFrames, draw_inside));
  }
  const auto list = simulated_beside(r, trial);
  if (!list.empty()) parts.push_back(strips(r, list, tests[2]));
  return parts;
}

}  // namespace rnem::experiments
