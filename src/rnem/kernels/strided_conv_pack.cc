#include <algorithm>

#include "rnem/kernels/strided_conv.h"
#include "rnem/kernels/strided_conv_layout.h"

namespace rnem::kernels {

bool StridedShape::supported() const {
  const bool sizes = small_h == (large_h + 1) / 2 && small_w == (large_w + 1) / 2;
  const bool window = (k == 4 && pad == 1) || (k == 5 && pad == 2);
  const bool channels = small_c % 16 == 0 && (large_c % 16 == 0 || large_c == 1);
  const bool width = large_c > 1 || small_w <= kMaxSingleChannelWidth;
  return sizes && window && channels && width;
}

std::size_t packed_down_size(const StridedShape& shape) { return shape.taps(); }

std::size_t packed_up_size(const StridedShape& shape) {
  return shape.large_c == 1 ? shape.small_c * single_channel_block(shape.k) : shape.taps();
}

void pack_down(const StridedShape& s, const float* taps, float* packed) {
  const int rows = s.k * s.k * s.large_c, block = channel_block(s.small_c);
  for (int c = 0; c < s.small_c; c += block) {
    for (int r = 0; r < rows; ++r, packed += block) {
      std::copy_n(taps + r * s.small_c + c, block, packed);
    }
  }
}

namespace {

// [cs][tap], zero beyond the last tap
void pack_up_single(const StridedShape& s, const float* taps, float* packed) {
  const int block = single_channel_block(s.k), count = s.k * s.k;
  for (int cs = 0; cs < s.small_c; ++cs) {
    for (int t = 0; t < block; ++t) *packed++ = t < count ? taps[t * s.small_c + cs] : 0.0F;
  }
}

void pack_up_pairs(const StridedShape& s, const float* taps, float* packed) {
  const Shared shared = shared_columns(s);
  const Phase columns[2] = {phase(s, 0), phase(s, 1)};
  // the tap by which the first or second of a pair sees small pixel x + column
  const auto kx_of = [&](int px, int column) {
    return columns[px].last_tap - 2 * (column - columns[px].first);
  };
  for (int py = 0; py < 2; ++py) {
    for (int c = 0; c < s.large_c; c += kPairBlock) {
      for (int ky = phase(s, py).last_tap; ky >= 0; ky -= 2) {
        const auto put = [&](int px, int column, int cs) {
          const int tap = ky * s.k + kx_of(px, column);
          for (int i = 0; i < kPairBlock; ++i) {
            *packed++ = taps[(tap * s.large_c + c + i) * s.small_c + cs];
          }
        };
        for (int cs = 0; cs < s.small_c; ++cs) put(0, -1, cs);
        for (int column = 0; column < shared.both; ++column) {
          for (int cs = 0; cs < s.small_c; ++cs) {
            put(0, column, cs);
            put(1, column, cs);
          }
        }
        for (int cs = 0; shared.right_alone && cs < s.small_c; ++cs) put(1, 1, cs);
      }
    }
  }
}

}  // namespace

void pack_up(const StridedShape& s, const float* taps, float* packed) {
  if (s.large_c == 1) {
    pack_up_single(s, taps, packed);
    return;
  }
  const int block = channel_block(s.large_c);
  if (block == kPairBlock) {
    pack_up_pairs(s, taps, packed);
    return;
  }
  // one set a parity of the large pixel; taps descend so that the small pixels ascend
  for (int py = 0; py < 2; ++py) {
    for (int px = 0; px < 2; ++px) {
      const Phase rows = phase(s, py), columns = phase(s, px);
      for (int c = 0; c < s.large_c; c += block) {
        for (int ky = rows.last_tap; ky >= 0; ky -= 2) {
          for (int kx = columns.last_tap; kx >= 0; kx -= 2) {
            const float* tap = taps + std::ptrdiff_t{ky * s.k + kx} * s.large_c * s.small_c;
            for (int cs = 0; cs < s.small_c; ++cs) {
              for (int i = 0; i < block; ++i) *packed++ = tap[(c + i) * s.small_c + cs];
            }
          }
        }
      }
    }
  }
}

}  // namespace rnem::kernels
