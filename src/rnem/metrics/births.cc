#include "rnem/metrics/births.h"

#include <algorithm>
#include <numbers>
#include <numeric>

#include "rnem/core/error.h"

namespace rnem::metrics {
namespace {

const std::int64_t* claims(const Tracks& tracks, int objects, int t, int object) {
  return tracks.owned.data() + (static_cast<std::size_t>(t) * objects + object) * tracks.k;
}

std::int64_t visible(const Tracks& tracks, int objects, int t, int object) {
  const auto* first = claims(tracks, objects, t, object);
  return std::accumulate(first, first + tracks.k, std::int64_t{0});
}

// The number of pixels of an object that is not hidden.
double whole_size(const ObjectTruth& truth, const Tracks& tracks, int object) {
  if (!truth.radius.empty()) {
    return std::numbers::pi * truth.radius[object] * truth.radius[object];
  }
  std::int64_t most = 0;
  for (int t = 0; t < tracks.steps; ++t) {
    most = std::max(most, visible(tracks, truth.objects, t, object));
  }
  return static_cast<double>(most);
}

bool held_by_any(const Tracks& tracks, int objects, int t, int object) {
  for (int i = 0; i < tracks.k; ++i) {
    if (holds(tracks, objects, t, object, i)) return true;
  }
  return false;
}

}  // namespace

bool holds(const Tracks& tracks, int objects, int t, int object, int component) {
  const std::int64_t shared = claims(tracks, objects, t, object)[component];
  std::int64_t either = visible(tracks, objects, t, object) - shared;
  for (int o = 0; o < objects; ++o) either += claims(tracks, objects, t, o)[component];
  return 2 * shared > either;
}

std::vector<Birth> births(const ObjectTruth& truth, const Tracks& tracks) {
  RNEM_CHECK(!tracks.owned.empty(), "pixels of objects are known");
  std::vector<Birth> found;
  for (int o = 0; o < truth.objects; ++o) {
    const double half = 0.5 * whole_size(truth, tracks, o);
    bool present = false, from_nothing = false, first = true;
    for (int t = 0; t < tracks.steps; ++t) {
      const auto pixels = static_cast<double>(visible(tracks, truth.objects, t, o));
      const bool seen = pixels > 0 && pixels >= half;
      if (pixels == 0) from_nothing = true, present = false;
      if (seen && !present && (from_nothing || first)) {
        found.push_back({.object = o, .step = t, .from_nothing = from_nothing});
        present = true, first = false, from_nothing = false;
      }
      // a birth is under way while the object stays at least half visible
      if (found.empty() || found.back().object != o || !present) continue;
      Birth& birth = found.back();
      if (birth.step + birth.chance != t || !seen) continue;
      ++birth.chance;
      if (birth.waited < 0 && held_by_any(tracks, truth.objects, t, o)) {
        birth.waited = t - birth.step;
      }
    }
  }
  return found;
}

void BirthCount::add(const Birth& birth) {
  if (birth.waited < 0 && birth.chance <= kSoon) return;
  ++count;
  if (birth.waited < 0) return;
  ++born;
  waited += birth.waited;
  soon += birth.waited <= kSoon;
}

}  // namespace rnem::metrics
