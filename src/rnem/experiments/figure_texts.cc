#include "rnem/experiments/figure_texts.h"

#include <fmt/format.h>

#include <algorithm>

#include "rnem/core/error.h"

namespace rnem::experiments {

using enum FigureKind;

const std::vector<FigureText>& figure_texts() {
  static const std::vector<FigureText> kTexts = {
      {"comparison", kChart, "Methods on 4 balls, and on 6–8 balls without further training",
       "BCE of the last frame relative to copying the current frame, on all pixels and on those of "
       "colliding balls: below the dashed line is better than copying. Bars are means over seeds, "
       "whiskers go from the lowest to the highest seed (a single one: 95 % over sequences). RNN "
       "and "
       "LSTM have one component and so no grouping."},
      {"curves", kChart, "Learning on 4 balls",
       "Validations, means over seeds. Losses are sums over pixels and components, so that they "
       "compare between methods of the same K only."},
      {"sheet", kSheet, "Inside R-NEM",
       "From the top: the frame to come, the prediction of it, and the grouping; then the "
       "prediction of every component in white, over it in colour the components that it attends "
       "to; at the bottom the noisy input."},
      {"attention", kSheet, "Attention",
       "Components are discs where their pixels are; an arrow ends at the component that attends "
       "and is as wide as the attention."},
      {"film", kFilm, "R-NEM at work",
       "The frame to come, the prediction of it, which component holds which pixel, and who "
       "attends to whom; the strongest attention stands below."},
      {"extrapolation-sheet", kSheet, "R-NEM K=5 on 6–8 balls with K=8",
       "The weights of four balls on more balls and with more components than in training."},
      {"rollout", kChart, "Simulation, step by step",
       "After the line the models see only their own predictions. Means over test sequences and "
       "seeds; the area is that of the drawn balls over that of the true ones."},
      {"rollout-strips", kSheet, "Simulation, frame by frame",
       "The truth, and what each model draws; after the line from its own predictions."},
      {"simulation-film", kFilm, "R-NEM simulates",
       "From the step that says so the model sees only its own predictions."},
      {"curtain-comparison", kChart, "Methods behind the curtain",
       "BCE of the last frame, summed over pixels, beside the published numbers; bars and whiskers "
       "as above."},
      {"curtain-sheet", kSheet, "R-NEM and the curtain",
       "An invisible square hides what is behind it. The truth shows it as a dotted outline; the "
       "model sees nothing of it."},
      {"game-sheet", kSheet, "R-NEM and the game", "Rows as in the sheet of balls."},
  };
  return kTexts;
}

const FigureText& figure_text(const std::string& name) {
  const auto& texts = figure_texts();
  const auto found =
      std::find_if(texts.begin(), texts.end(), [&](const auto& text) { return text.name == name; });
  RNEM_CHECK(found != texts.end(), "every figure has a text");
  return *found;
}

std::vector<std::string> figure_files(Setup setup, const FigureText& figure) {
  const std::string stem = fmt::format("figures/{}-{}", setup_name(setup), figure.name);
  switch (figure.kind) {
    case kSheet:
      return {stem + ".png"};
    case kChart:
      return {stem + ".png", stem + ".svg"};
    case kFilm:
      return {stem + ".gif"};
  }
  fail("a figure of no kind");
}

}  // namespace rnem::experiments
