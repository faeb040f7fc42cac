#include "rnem/metrics/shared_component.h"

#include <algorithm>
#include <set>

namespace rnem::metrics {

bool shares_component(const ObjectTruth& truth, const Tracks& tracks, int first, int end) {
  std::set<std::ptrdiff_t> leaders;
  for (int o = 0; o < truth.objects; ++o) {
    std::vector<std::int64_t> pixels(tracks.k);
    for (int t = first; t < end; ++t) {
      const auto* counts = tracks.owned.data() + (std::size_t(t) * truth.objects + o) * tracks.k;
      for (int c = 0; c < tracks.k; ++c) pixels[c] += counts[c];
    }
    const auto most = std::max_element(pixels.begin(), pixels.end());
    // an object that was never seen is nobody's
    if (*most > 0 && !leaders.insert(most - pixels.begin()).second) return true;
  }
  return false;
}

}  // namespace rnem::metrics
