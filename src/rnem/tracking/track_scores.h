// How good tracks are, in the three ways that trackers are compared by.
#pragma once

#include <cstdint>

#include "rnem/tracking/scored_frames.h"

namespace rnem::tracking {

// HOTA (Luiten et al. 2020): means over the similarity thresholds 0.05, 0.10 .. 0.95.
struct Hota {
  double hota = 0;  // sqrt(DetA AssA), threshold by threshold
  double detection = 0, association = 0, localisation = 0;
};
Hota hota_of(const ScoredFilm& film);

// CLEAR MOT (Bernardin and Stiefelhagen 2008), at similarity 0.5.
struct ClearMot {
  double mota = 0;  // 1 - (misses + false positives + switches) / truths
  double motp = 0;  // mean similarity of matches
  std::int64_t matches = 0, misses = 0, false_positives = 0, switches = 0;
};
ClearMot clear_mot_of(const ScoredFilm& film);

// IDF1 (Ristani et al. 2016): one track for every truth, at similarity 0.5.
struct Identity {
  double idf1 = 0, precision = 0, recall = 0;
};
Identity identity_of(const ScoredFilm& film);

struct TrackScores {
  Hota hota;
  ClearMot clear;
  Identity identity;
  double ari = 0;  // mean over frames; NaN for boxes
  int truths = 0, tracks = 0;
};
TrackScores scores_of(const ScoredFilm& film);

}  // namespace rnem::tracking
