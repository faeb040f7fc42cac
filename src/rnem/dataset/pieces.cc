#include "rnem/dataset/pieces.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "rnem/core/error.h"
#include "rnem/rng.h"

namespace rnem::dataset {

std::vector<Piece> cut(const GreyFrames& grey, int length) {
  std::vector<Piece> pieces;
  const int whole = grey.frames(0);
  for (std::int64_t i = 0; i < grey.sequences(); ++i) {
    const int frames = grey.frames(i);
    if (length == 0 && frames != whole) {
      fail_input("{}: {} frames, but {} has {}; --frames cuts all to one length", grey.name(i),
                 frames, grey.name(0), whole);
    }
    if (frames < length) {
      fail_input("--frames {}: {} has {}", length, grey.name(i), frames);
    }
    const int step = length == 0 ? frames : length;
    for (int first = 0; first + step <= frames; first += step) {
      pieces.push_back({i, first, step});
    }
  }
  return pieces;
}

void shuffle_pieces(std::vector<Piece>& pieces) {
  Rng rng(0, "import");
  for (std::size_t i = pieces.size(); i > 1; --i) {
    std::swap(pieces[i - 1], pieces[rng.below(i)]);
  }
}

std::array<std::int64_t, 3> deal(std::int64_t total, const std::vector<double>& shares) {
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  if (shares.size() != 3 || !(sum > 0) ||
      std::any_of(shares.begin(), shares.end(), [](double share) { return !(share >= 0); })) {
    fail_input("--shares {}: expected shares of training, validation and test such as 0.8,0.1,0.1",
               fmt::join(shares, ","));
  }
  const auto wanted = std::count_if(shares.begin(), shares.end(), [](double s) { return s > 0; });
  if (total < wanted) {
    fail_input(
        "--shares {}: {} sequence{} for {} splits; --frames N cuts long sequences into several",
        fmt::join(shares, ","), total, total == 1 ? "" : "s", wanted);
  }
  std::array<std::int64_t, 3> counts = {};
  double share = 0;
  std::int64_t dealt = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    // rounding the sums, not the parts, uses all sequences
    share += shares[i] / sum;
    counts[i] = std::llround(share * static_cast<double>(total)) - dealt;
    dealt += counts[i];
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0 || shares[i] == 0) continue;
    --*std::max_element(counts.begin(), counts.end());
    ++counts[i];
  }
  return counts;
}

std::array<std::int64_t, 3> split_sizes(const GreyFrames& grey, const std::vector<Piece>& pieces,
                                        const std::vector<double>& shares, bool shuffled) {
  const auto stored = grey.splits();
  if (!stored || !shares.empty()) {
    return deal(static_cast<std::int64_t>(pieces.size()),
                shares.empty() ? std::vector{0.8, 0.1, 0.1} : shares);
  }
  if (shuffled) fail_input("--shuffle: give --shares as well, the file has splits of its own");
  std::array<std::int64_t, 3> sizes = {};
  for (const Piece& piece : pieces) {
    const bool training = piece.sequence < (*stored)[0];
    const bool validation = !training && piece.sequence < (*stored)[0] + (*stored)[1];
    ++sizes[training ? 0 : validation ? 1 : 2];
  }
  return sizes;
}

}  // namespace rnem::dataset
