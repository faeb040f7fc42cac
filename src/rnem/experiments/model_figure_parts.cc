#include <fmt/format.h>

#include "rnem/evaluation/model_rollout.h"
#include "rnem/experiments/figure_parts.h"
#include "rnem/figures/animation.h"
#include "rnem/figures/attention_sheet.h"
#include "rnem/figures/curtain_sheet.h"
#include "rnem/figures/gif.h"
#include "rnem/figures/sequence_sheet.h"

namespace rnem::experiments {
namespace {

constexpr int kColumns = 15;    // of a sheet, about
constexpr int kFilmScale = 3;   // pixels a pixel
constexpr int kFilmDelay = 15;  // hundredths of a second a step

// One model on test sequence 0.
struct Scene {
  const char* name;     // of the part
  const char* command;  // "plot sheet"
  Method method;
  const char* world;
  std::int64_t k;
  bool simulated = false;
};

// Every so many steps make a sheet of a page's width.
figures::FrameChoice sheet_steps(const Scale& scale) {
  return {.first = 1, .every = static_cast<int>((scale.evaluated_steps + kColumns - 1) / kColumns)};
}

model::EmSettings settings_of(const Scale& scale, const Scene& scene) {
  model::EmSettings em;
  em.k = scene.k;
  em.steps = scale.evaluated_steps;
  if (scene.simulated) {
    em.observe = scale.observed_steps;
    em.steps = scale.observed_steps + scale.simulated_steps;
  }
  return em;
}

std::string command_of(const Reproduction& r, const Scene& scene) {
  const auto em = settings_of(r.scale, scene);
  return fmt::format("rnem {} {} --data {} --k {} --seed {} --steps {}{}", scene.command,
                     r.model_file(scene.method), r.data_file(scene.world), scene.k, r.scale.seed,
                     em.steps,
                     scene.simulated ? fmt::format(" --observe {}", em.observe) : std::string());
}

struct SheetStyle {
  int scale;      // points per pixel of a frame
  double pixels;  // a point
};
// arrows are drawn at the size at which they are shown, frames are enlarged
constexpr SheetStyle kFrames{1, 2.0}, kArrows{4, 1.0};

using DrawSheet = figures::Drawing (*)(const evaluation::Session&, const figures::Rollout&,
                                       const figures::FrameChoice&, int scale);

Part sheet(const Reproduction& r, const Scene& scene, const SheetStyle& style, DrawSheet draw) {
  const auto choice = sheet_steps(r.scale);
  return figure_part(
      r, scene.name, {train_part(scene.method), data_part(scene.world)},
      fmt::format("{} --every {} --scale {}", command_of(r, scene), choice.every, style.scale),
      [=](const auto& files) {
        const auto session = open_test(r, scene.method, scene.world);
        const auto ops = model::fast_ops(model::Precision::kFloat32);
        const auto rollout =
            evaluation::model_rollout(session, *ops, 0, settings_of(r.scale, scene));
        save_all(draw(session, rollout, choice, style.scale), files, style.pixels);
      });
}

Part film(const Reproduction& r, const Scene& scene) {
  return figure_part(
      r, scene.name, {train_part(scene.method), data_part(scene.world)},
      fmt::format("{} --scale {} --delay {}", command_of(r, scene), kFilmScale, kFilmDelay),
      [=](const auto& files) {
        const auto session = open_test(r, scene.method, scene.world);
        const auto ops = model::fast_ops(model::Precision::kFloat32);
        const auto rollout =
            evaluation::model_rollout(session, *ops, 0, settings_of(r.scale, scene));
        figures::write_gif(files.front(), figures::rollout_film(rollout, {.scale = kFilmScale}),
                           kFilmDelay);
      });
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

std::vector<Part> model_figure_parts(const Reproduction& r) {
  const Method& rnem = ball_methods().front();
  const Method& behind = curtain_methods().front();
  return {film(r, {"film", "plot animation", rnem, kBalls, rnem.k}),
          sheet(r, {"sheet", "plot sheet", rnem, kBalls, rnem.k}, kFrames, draw_inside),
          sheet(r, {"attention", "plot attention", rnem, kBalls, rnem.k}, kArrows, draw_attention),
          sheet(r, {"extrapolation-sheet", "plot sheet", rnem, kMoreBalls, kExtrapolationK},
                kFrames, draw_inside),
          film(r, {"simulation-film", "plot animation", rnem, kBalls, rnem.k, true}),
          sheet(r, {"curtain-sheet", "plot curtain", behind, kCurtain, behind.k}, kFrames,
                draw_curtain)};
}

}  // namespace rnem::experiments
