#include "rnem/metrics/attention_contrast.h"

#include <vector>

#include "rnem/metrics/series.h"

namespace rnem::metrics {

AttentionContrast attention_contrast(std::span<const Scored> pairs) {
  std::vector<double> colliding, apart;
  for (const Scored& pair : pairs) (pair.positive ? colliding : apart).push_back(pair.score);
  return {mean_of(colliding), mean_of(apart)};
}

}  // namespace rnem::metrics
