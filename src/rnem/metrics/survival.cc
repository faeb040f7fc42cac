#include "rnem/metrics/survival.h"

#include <cmath>

#include "rnem/core/error.h"
#include "rnem/metrics/series.h"

namespace rnem::metrics {

std::vector<int> holders(const Outlines& outlines, int t) {
  std::vector<int> found;
  for (int i = 0; i < outlines.k; ++i) {
    if (outlines.whole(t, i)) found.push_back(i);
  }
  return found;
}

Survival survival(const Outlines& outlines, int observe) {
  RNEM_CHECK(observe > 0, "something was seen before the model was let go");
  Survival result;
  result.share.assign(outlines.steps, kUnknown);
  result.all.assign(outlines.steps, kUnknown);
  const std::vector<int> held = holders(outlines, observe - 1);
  result.held = static_cast<int>(held.size());
  if (held.empty()) return result;
  for (int t = observe; t < outlines.steps; ++t) {
    int alive = 0;
    for (const int i : held) {
      const double then = outlines.radius(observe - 1, i);
      alive += outlines.whole(t, i) && std::abs(outlines.radius(t, i) - then) <= kSameSize * then;
    }
    result.share[t] = static_cast<double>(alive) / result.held;
    result.all[t] = alive == result.held ? 1 : 0;
  }
  return result;
}

}  // namespace rnem::metrics
