#include "rnem/dataset/oddities.h"

#include <fmt/format.h>

#include <algorithm>

#include "rnem/dataset/plan.h"

namespace rnem::dataset {
namespace {

// Splits of one kind of data differ by chance: of the built-in worlds by a few percent.
constexpr double kUnlike = 1.5;
constexpr std::int64_t kManyMore = 2;  // times the training sequences

std::string looked_at(const Statistics& seen) {
  return fmt::format("looked at {} frames", seen.sequences * seen.frames);
}

// Frames without a relation change by twice what is on, if little is; things that move a little, by
// much less.
bool looks_swapped(const Statistics& seen, double pixels) {
  return seen.frames > 1 && seen.changed_pixels > std::min(seen.on_pixels, pixels - seen.on_pixels);
}

}  // namespace

std::vector<std::string> oddities(const Source& source, const std::map<Split, Statistics>& seen) {
  std::vector<std::string> lines = source.notes();
  const std::string name = source.description();
  const auto shape = source.shape();
  const double pixels = static_cast<double>(shape.height) * shape.width;
  for (const auto& [split, part] : seen) {
    if (part.on_pixels == 0) {
      if (shape.levels > 1) continue;  // grey and colour without groups: nobody says what is on
      lines.push_back(
          fmt::format("{}: {}: no pixel is on ({})", name, split_name(split), looked_at(part)));
    } else if (looks_swapped(part, pixels)) {
      lines.push_back(fmt::format(
          "{}: {}: {:.1f} pixels are on in a frame and {:.1f} change to the next ({}): are the "
          "axes "
          "of sequences and frames swapped? (T, N, H, W, 1) is expected",
          name, split_name(split), part.on_pixels, part.changed_pixels, looked_at(part)));
    }
  }
  const auto training = seen.find(Split::kTraining);
  if (training == seen.end()) return lines;
  for (const auto& [split, part] : seen) {
    const double a = training->second.on_pixels, b = part.on_pixels;
    if (std::max(a, b) > kUnlike * std::min(a, b) && std::min(a, b) > 0) {
      lines.push_back(fmt::format(
          "{}: {} is not like training: {:.1f} % of its pixels are on, there {:.1f} % ({})", name,
          split_name(split), 100 * b / pixels, 100 * a / pixels, looked_at(part)));
    }
    if (source.size(split) > kManyMore * source.size(Split::kTraining)) {
      lines.push_back(fmt::format("{}: {} has many more sequences than training: {} and {}", name,
                                  split_name(split), source.size(split),
                                  source.size(Split::kTraining)));
    }
  }
  return lines;
}

std::vector<std::string> find_oddities(const Source& source, std::int64_t sample) {
  std::map<Split, Statistics> seen;
  if (source.frames() == kAnyLength) return {};
  Observer nobody;  // a glance: nothing to tell, nothing to stop
  for (const Split split : kSplits) {
    if (source.size(split) > 0) seen[split] = measure(source, split, sample, kLiveFrames, nobody);
  }
  return oddities(source, seen);
}

}  // namespace rnem::dataset
