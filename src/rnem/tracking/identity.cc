#include <algorithm>
#include <numeric>

#include "rnem/metrics/assignment.h"
#include "rnem/tracking/track_scores.h"

namespace rnem::tracking {

Identity identity_of(const ScoredFilm& film) {
  constexpr double kEnough = 0.5;
  const auto truths = std::size_t(film.truths), tracks = std::size_t(film.tracks);
  std::vector<double> alike(truths * tracks), in_truth(truths), in_track(tracks);
  for (const ScoredFrame& frame : film.frames) {
    for (std::size_t t = 0; t < frame.truth.size(); ++t) {
      ++in_truth[std::size_t(frame.truth[t])];
      for (std::size_t f = 0; f < frame.found.size(); ++f) {
        const auto pair = std::size_t(frame.truth[t]) * tracks + std::size_t(frame.found[f]);
        if (frame.at(t, f) >= kEnough) ++alike[pair];
      }
    }
    for (const int track : frame.found) ++in_track[std::size_t(track)];
  }
  // a truth and a track that are left alone cost the same as a pair that is never alike, so the
  // pairs with the most frames in common are those with the fewest errors
  std::vector<double> cost(alike.size());
  std::transform(alike.begin(), alike.end(), cost.begin(), [](double n) { return -n; });
  double hits = 0;
  if (!cost.empty()) {
    const auto pairs = metrics::cheapest_assignment(cost, film.truths, film.tracks);
    for (std::size_t t = 0; t < truths; ++t) {
      if (pairs[t] >= 0) hits += alike[t * tracks + std::size_t(pairs[t])];
    }
  }
  const double there = std::accumulate(in_truth.begin(), in_truth.end(), 0.0);
  const double said = std::accumulate(in_track.begin(), in_track.end(), 0.0);
  return {2 * hits / std::max(1.0, there + said), hits / std::max(1.0, said),
          hits / std::max(1.0, there)};
}

}  // namespace rnem::tracking
