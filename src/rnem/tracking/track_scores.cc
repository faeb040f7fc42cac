#include "rnem/tracking/track_scores.h"

#include <limits>
#include <numeric>

namespace rnem::tracking {

TrackScores scores_of(const ScoredFilm& film) {
  TrackScores scores{hota_of(film),     clear_mot_of(film),
                     identity_of(film), std::numeric_limits<double>::quiet_NaN(),
                     film.truths,       film.tracks};
  if (!film.ari.empty()) {
    scores.ari = std::accumulate(film.ari.begin(), film.ari.end(), 0.0) / double(film.ari.size());
  }
  return scores;
}

}  // namespace rnem::tracking
