#include <algorithm>

#include "rnem/metrics/assignment.h"
#include "rnem/tracking/track_scores.h"

namespace rnem::tracking {
namespace {

constexpr double kAlike = 0.5;
constexpr double kEps = 2.220446049250313e-16;
constexpr int kNobody = -1;

// The best pairs of a frame: those of the frame before stay together if they are still alike.
std::vector<int> pairs_of(const ScoredFrame& frame, const std::vector<int>& just_now) {
  constexpr double kStay = 1000;  // more than all similarities of a frame
  std::vector<double> cost(frame.similarity.size(), 0.0);
  for (std::size_t t = 0; t < frame.truth.size(); ++t) {
    for (std::size_t f = 0; f < frame.found.size(); ++f) {
      if (frame.at(t, f) < kAlike - kEps) continue;
      const bool same = just_now[std::size_t(frame.truth[t])] == frame.found[f];
      cost[t * frame.found.size() + f] = -(same ? kStay : 0.0) - frame.at(t, f);
    }
  }
  auto pairs = metrics::cheapest_assignment(cost, int(frame.truth.size()), int(frame.found.size()));
  for (std::size_t t = 0; t < pairs.size(); ++t) {
    if (pairs[t] >= 0 && cost[t * frame.found.size() + std::size_t(pairs[t])] >= -kEps) {
      pairs[t] = kNobody;
    }
  }
  return pairs;
}

}  // namespace

ClearMot clear_mot_of(const ScoredFilm& film) {
  ClearMot result;
  // the track of every truth when it last had one, and in the frame before
  std::vector<int> last(std::size_t(film.truths), kNobody), just_now = last;
  double similarity = 0;
  for (const ScoredFrame& frame : film.frames) {
    if (frame.truth.empty() || frame.found.empty()) {
      result.misses += std::int64_t(frame.truth.size());
      result.false_positives += std::int64_t(frame.found.size());
      continue;
    }
    const auto pairs = pairs_of(frame, just_now);
    std::fill(just_now.begin(), just_now.end(), kNobody);
    std::int64_t matches = 0;
    for (std::size_t t = 0; t < pairs.size(); ++t) {
      if (pairs[t] < 0) continue;
      const auto truth = std::size_t(frame.truth[t]);
      const int track = frame.found[std::size_t(pairs[t])];
      if (last[truth] != kNobody && last[truth] != track) ++result.switches;
      last[truth] = just_now[truth] = track;
      similarity += frame.at(t, std::size_t(pairs[t]));
      ++matches;
    }
    result.matches += matches;
    result.misses += std::int64_t(frame.truth.size()) - matches;
    result.false_positives += std::int64_t(frame.found.size()) - matches;
  }
  const auto truths = double(std::max<std::int64_t>(1, result.matches + result.misses));
  result.mota = double(result.matches - result.false_positives - result.switches) / truths;
  result.motp = similarity / double(std::max<std::int64_t>(1, result.matches));
  return result;
}

}  // namespace rnem::tracking
