#include "rnem/experiments/method.h"

#include <algorithm>
#include <array>

#include "rnem/core/error.h"

namespace rnem::experiments {
namespace {

using enum Task;

// What the main claims are about comes first, so that an interrupted reproduction can say most.
constexpr std::array<Method, 20> kMethods = {{
    {"balls4-rnem-k5", "R-NEM K=5", kBalls, 3, true, 0.8},
    {"balls4-rnnem", "RNN-EM", kBalls, 3, true},
    {"balls4-lstm", "LSTM", kBalls, 2, true},
    {"balls4-rnn", "RNN", kBalls, 2},
    {"balls4-rnem-k8", "R-NEM K=8", kBalls, 2},
    {"balls4-rnem-noatt", "R-NEM no attention", kBalls, 2},
    {"curtain-rnem", "R-NEM", kCurtain, 2, true, kNotPublished, 46.22, 2.33},
    {"curtain-rnnem", "RNN-EM", kCurtain, 2},
    {"curtain-lstm", "LSTM", kCurtain, 2, false, kNotPublished, 59.32, 2.72},
    {"curtain-rnn", "RNN", kCurtain, 2, false, kNotPublished, 94.64, 4.14},
    {"invaders-rnem", "R-NEM with actions", kGame, 2},
    {"invaders-rnem-blind", "R-NEM without actions", kGame, 2},
    {"shapes-nem", "N-EM, still shapes", kShapes, 2},
    {"shapes-rnnem", "RNN-EM, still shapes", kShapes, 2},
    {"flying3-rnnem", "RNN-EM, 3 flying shapes", kShapes, 2},
    {"flying4-rnnem", "RNN-EM, 4 flying shapes", kShapes, 2},
    {"flying5-rnnem", "RNN-EM, 5 flying shapes", kShapes, 2},
    {"balls4-rnem-clean", "R-NEM without noise", kAblation},
    {"balls4-rnem-clean-theta25", "R-NEM without noise, θ of 25", kAblation},
    {"balls4-rnem-k12", "R-NEM K=12", kAblation},
}};

}  // namespace

std::span<const Method> methods() { return kMethods; }

const Method& find_method(std::string_view name) {
  const auto* found = std::find_if(kMethods.begin(), kMethods.end(),
                                   [&](const Method& m) { return m.name == name; });
  RNEM_CHECK(found != kMethods.end(), "a method of the table");
  return *found;
}

}  // namespace rnem::experiments
