#include "rnem/metrics/roc.h"

#include <algorithm>

namespace rnem::metrics {

std::optional<double> roc_auc(std::vector<Scored> examples) {
  std::sort(examples.begin(), examples.end(),
            [](const Scored& a, const Scored& b) { return a.score < b.score; });
  double won = 0, negatives = 0, positives = 0;
  for (std::size_t begin = 0, end = 0; begin < examples.size(); begin = end) {
    // equal scores form one group
    double group[2] = {0, 0};
    for (; end < examples.size() && examples[end].score == examples[begin].score; ++end) {
      ++group[examples[end].positive ? 1 : 0];
    }
    won += group[1] * (negatives + group[0] / 2);
    negatives += group[0];
    positives += group[1];
  }
  if (negatives == 0 || positives == 0) return std::nullopt;
  return won / (negatives * positives);
}

}  // namespace rnem::metrics
