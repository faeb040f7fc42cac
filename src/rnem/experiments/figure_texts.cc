#include "rnem/experiments/figure_texts.h"

#include <algorithm>

#include "rnem/core/error.h"

namespace rnem::experiments {

using enum FigureKind;

const std::vector<FigureText>& figure_texts() {
  static const std::vector<FigureText> kTexts = {
      {"curves", kChart, "Training on 4 balls",
       "Losses are sums over pixels and components, so that they compare between runs of the same "
       "K only; the comparison above is between methods."},
      {"comparison", kChart, "Methods on 4 balls, and on 6–8 balls without further training",
       "BCE of the last frame relative to copying the current frame, on all pixels and on those of "
       "colliding balls: below the dashed line is better than copying. Whiskers are 95 % intervals "
       "over sequences. RNN and LSTM have one component and so no grouping."},
      {"film", kFilm, "R-NEM at work",
       "The frame to come, the prediction of it, which component holds which pixel, and who "
       "attends to whom; the strongest attention stands below."},
      {"sheet", kSheet, "Inside R-NEM",
       "From the top: the frame to come, the prediction of it, and the grouping; then the "
       "prediction of every component in white, over it in colour the components that it attends "
       "to; at the bottom the noisy input."},
      {"attention", kSheet, "Attention",
       "Components are discs where their pixels are; an arrow ends at the component that attends "
       "and is as wide as the attention."},
      {"extrapolation-sheet", kSheet, "R-NEM K=5 on 6–8 balls with K=8",
       "The weights of four balls on more balls and with more components than in training."},
      {"rollout", kChart, "Simulation",
       "After the line the models see only their own predictions; to the right the BCE of every "
       "step, a mean over test sequences."},
      {"simulation-film", kFilm, "R-NEM simulates",
       "The same as a film: from the step that says so the model sees only its own predictions."},
      {"curtain-curves", kChart, "Training behind the curtain",
       "As above, with three balls and a curtain."},
      {"curtain-comparison", kChart, "Methods behind the curtain",
       "BCE of the last frame, summed over pixels, beside the published numbers."},
      {"curtain-sheet", kSheet, "R-NEM and the curtain",
       "An invisible square hides what is behind it. The truth shows it as a dotted outline; the "
       "model sees nothing of it."},
  };
  return kTexts;
}

const FigureText& figure_text(const std::string& part) {
  const auto& texts = figure_texts();
  const auto found =
      std::find_if(texts.begin(), texts.end(), [&](const auto& text) { return text.part == part; });
  RNEM_CHECK(found != texts.end(), "every figure has a text");
  return *found;
}

std::vector<std::string> figure_files(const FigureText& figure) {
  const std::string stem = std::string("figures/") + figure.part;
  switch (figure.kind) {
    case kSheet:
      return {stem + ".png"};
    case kChart:
      return {stem + ".png", stem + ".pdf"};
    case kFilm:
      return {stem + ".gif"};
  }
  fail("a figure of no kind");
}

}  // namespace rnem::experiments
