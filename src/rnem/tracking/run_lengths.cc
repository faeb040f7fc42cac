#include "rnem/tracking/run_lengths.h"

#include <cstdint>

#include "rnem/core/error.h"

namespace rnem::tracking {
namespace {

constexpr char kZero = '0';
constexpr int kGroup = 5, kMore = 0x20, kSign = 0x10;

void pack(std::int64_t value, std::string& out) {
  for (bool more = true; more;) {
    int group = static_cast<int>(value & 0x1f);
    value >>= kGroup;
    // done when the sign of what was written says the rest
    more = (group & kSign) != 0 ? value != -1 : value != 0;
    if (more) group |= kMore;
    out.push_back(static_cast<char>(group + kZero));
  }
}

}  // namespace

std::string packed_run_lengths(const figures::IdPicture& picture, int id) {
  std::vector<std::int64_t> lengths;
  bool in = false;
  std::int64_t length = 0;
  for (int x = 0; x < picture.width; ++x) {
    std::size_t at = std::size_t(x);
    for (int y = 0; y < picture.height; ++y, at += std::size_t(picture.width)) {
      if ((picture.ids[at] == id) != in) {
        lengths.push_back(length);
        length = 0;
        in = !in;
      }
      ++length;
    }
  }
  lengths.push_back(length);
  std::string packed;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    pack(i > 2 ? lengths[i] - lengths[i - 2] : lengths[i], packed);
  }
  return packed;
}

std::vector<std::uint8_t> unpacked_mask(std::string_view packed, int width, int height) {
  std::vector<std::uint8_t> mask(std::size_t(width) * std::size_t(height), 0);
  std::vector<std::int64_t> lengths;
  std::size_t pixel = 0;
  for (std::size_t at = 0; at < packed.size();) {
    std::int64_t value = 0;
    int shift = 0, group = kMore;
    constexpr int kMostShift = 40;  // no run is that long
    while (at < packed.size() && (group & kMore) != 0) {
      if (shift > kMostShift) fail_input("run lengths: expected a mask of {}x{}", width, height);
      group = packed[at++] - kZero;
      value |= std::int64_t(group & 0x1f) << shift;
      shift += kGroup;
    }
    if ((group & kSign) != 0) value |= -(std::int64_t{1} << shift);
    if (lengths.size() > 2) value += lengths[lengths.size() - 2];
    if (value < 0 || std::size_t(value) > mask.size() - pixel) break;
    for (std::int64_t i = 0; i < value; ++i, ++pixel) {
      const std::size_t x = pixel / std::size_t(height), y = pixel % std::size_t(height);
      mask[y * std::size_t(width) + x] = lengths.size() % 2;
    }
    lengths.push_back(value);
  }
  if (pixel != mask.size()) fail_input("run lengths: expected a mask of {}x{}", width, height);
  return mask;
}

}  // namespace rnem::tracking
