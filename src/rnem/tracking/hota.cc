#include <algorithm>
#include <cmath>

#include "rnem/metrics/assignment.h"
#include "rnem/tracking/track_scores.h"

namespace rnem::tracking {
namespace {

constexpr int kThresholds = 19;
constexpr double kSlack = 2.220446049250313e-16;  // as TrackEval's, NumPy's eps

// Numbers for every pair of a truth and a track.
class Pairs {
 public:
  Pairs(int truths, int tracks)
      : tracks_(std::size_t(tracks)), values_(std::size_t(truths) * std::size_t(tracks)) {}
  double& at(int truth, int track) {
    return values_[std::size_t(truth) * tracks_ + std::size_t(track)];
  }

 private:
  std::size_t tracks_;
  std::vector<double> values_;
};

struct Counts {
  std::vector<double> truths, tracks;  // frames that each is in
};

Counts count_frames(const ScoredFilm& film) {
  Counts counts{std::vector<double>(std::size_t(film.truths)),
                std::vector<double>(std::size_t(film.tracks))};
  for (const ScoredFrame& frame : film.frames) {
    for (const int truth : frame.truth) ++counts.truths[std::size_t(truth)];
    for (const int track : frame.found) ++counts.tracks[std::size_t(track)];
  }
  return counts;
}

// How much truth and track go together over the whole film: a soft Jaccard index.
Pairs alignment_of(const ScoredFilm& film, const Counts& counts) {
  Pairs together(film.truths, film.tracks);
  for (const ScoredFrame& frame : film.frames) {
    std::vector<double> by_truth(frame.truth.size()), by_track(frame.found.size());
    for (std::size_t t = 0; t < frame.truth.size(); ++t) {
      for (std::size_t f = 0; f < frame.found.size(); ++f) {
        by_truth[t] += frame.at(t, f);
        by_track[f] += frame.at(t, f);
      }
    }
    for (std::size_t t = 0; t < frame.truth.size(); ++t) {
      for (std::size_t f = 0; f < frame.found.size(); ++f) {
        const double either = by_truth[t] + by_track[f] - frame.at(t, f);
        if (either > kSlack) together.at(frame.truth[t], frame.found[f]) += frame.at(t, f) / either;
      }
    }
  }
  for (int t = 0; t < film.truths; ++t) {
    for (int f = 0; f < film.tracks; ++f) {
      double& both = together.at(t, f);
      both /= counts.truths[std::size_t(t)] + counts.tracks[std::size_t(f)] - both;
    }
  }
  return together;
}

struct AtThreshold {
  Pairs matches;
  double hits = 0, misses = 0, extras = 0, similarity = 0;
};

void match(const ScoredFrame& frame, Pairs& alignment, std::vector<AtThreshold>& results) {
  const int rows = int(frame.truth.size()), columns = int(frame.found.size());
  std::vector<double> cost(frame.similarity.size());
  for (std::size_t t = 0; t < frame.truth.size(); ++t) {
    for (std::size_t f = 0; f < frame.found.size(); ++f) {
      cost[t * frame.found.size() + f] =
          -alignment.at(frame.truth[t], frame.found[f]) * frame.at(t, f);
    }
  }
  std::vector<int> found(frame.truth.size(), -1);
  if (rows > 0 && columns > 0) found = metrics::cheapest_assignment(cost, rows, columns);
  for (int i = 0; i < kThresholds; ++i) {
    AtThreshold& result = results[std::size_t(i)];
    double hits = 0;
    for (std::size_t t = 0; t < found.size(); ++t) {
      if (found[t] < 0) continue;
      const auto f = std::size_t(found[t]);
      if (frame.at(t, f) < 0.05 * (i + 1) - kSlack) continue;
      ++hits;
      result.similarity += frame.at(t, f);
      ++result.matches.at(frame.truth[t], frame.found[f]);
    }
    result.hits += hits;
    result.misses += rows - hits;
    result.extras += columns - hits;
  }
}

// The mean over hits of how well their two tracks go together.
double association(AtThreshold& result, const ScoredFilm& film, const Counts& counts) {
  double sum = 0;
  for (int t = 0; t < film.truths; ++t) {
    for (int f = 0; f < film.tracks; ++f) {
      const double n = result.matches.at(t, f);
      const double either = counts.truths[std::size_t(t)] + counts.tracks[std::size_t(f)] - n;
      sum += n * n / std::max(1.0, either);
    }
  }
  return sum / std::max(1.0, result.hits);
}

}  // namespace

Hota hota_of(const ScoredFilm& film) {
  const Counts counts = count_frames(film);
  Pairs alignment = alignment_of(film, counts);
  std::vector<AtThreshold> results(kThresholds, {Pairs(film.truths, film.tracks)});
  for (const ScoredFrame& frame : film.frames) match(frame, alignment, results);
  Hota mean;
  for (AtThreshold& result : results) {
    const double all = std::max(1.0, result.hits + result.misses + result.extras);
    const double detection = result.hits / all;
    const double associated = association(result, film, counts);
    // without a hit nothing is misplaced, as TrackEval has it
    const double localised = result.hits > 0 ? result.similarity / result.hits : 1.0;
    mean.detection += detection / kThresholds;
    mean.association += associated / kThresholds;
    mean.hota += std::sqrt(detection * associated) / kThresholds;
    mean.localisation += localised / kThresholds;
  }
  return mean;
}

}  // namespace rnem::tracking
