#include "rnem/kernels/strided_conv.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rnem/kernels/strided_conv.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "rnem/kernels/strided_conv_layout.h"
#include "rnem/kernels/strided_conv_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace rnem::kernels {
namespace HWY_NAMESPACE {

void Down(const StridedShape& s, ImageView large, const float* packed, const float* bias,
          ImageView small) {
  const Patch patch{large.row, s.k, s.k * s.large_c};
  const float* origin = large.data - s.pad * large.row - s.pad * s.large_c;
  for (int y = 0; y < s.small_h; ++y) {
    WideRow(s.small_w, s.small_c, origin + 2 * y * large.row, 2 * s.large_c, patch, packed, bias,
            small.data + y * small.row, s.small_c);
  }
}

// The products of one row of small pixels with every tap, then sums of those that meet.
template <int k, int pad>
void UpSingle(const StridedShape& s, ImageView small, const float* packed, const float* bias,
              ImageView large) {
  constexpr int block = single_channel_block(k);
  // rows y-1, y, y+1 with a zero pixel at both ends
  HWY_ALIGN float products[3][(kMaxSingleChannelWidth + 2) * block] = {};
  const Patch patch{0, 1, s.small_c};
  const auto multiply = [&](int y) {
    float* row = products[(y + 3) % 3] + block;
    if (y >= s.small_h) {
      std::fill_n(row, s.small_w * block, 0.0F);
    } else {
      WideRow(s.small_w, block, small.data + y * small.row, s.small_c, patch, packed, nullptr, row,
              block);
    }
  };
  const float start = bias != nullptr ? *bias : 0.0F;
  // the large pixel of parity (py,px) beside small pixel x
  const auto pixel = [&]<int py, int px>(const float* const* rows, int x) HWY_ATTR {
    float sum = start;
    for (int ky = (py + pad) % 2; ky < k; ky += 2) {
      const float* row = rows[1 + (py + pad - ky) / 2] + (x + 1) * block + ky * k;
      for (int kx = (px + pad) % 2; kx < k; kx += 2) sum += row[(px + pad - kx) / 2 * block + kx];
    }
    return sum;
  };
  multiply(0);
  for (int y = 0; y < s.small_h; ++y) {
    multiply(y + 1);
    const float* rows[3] = {products[(y + 2) % 3], products[y % 3], products[(y + 1) % 3]};
    const auto fill = [&]<int py>() HWY_ATTR {
      if (2 * y + py >= s.large_h) return;
      float* out = large.data + (2 * y + py) * large.row;
      for (int x = 0; x < s.large_w / 2; ++x) {
        out[2 * x] = pixel.template operator()<py, 0>(rows, x);
        out[2 * x + 1] = pixel.template operator()<py, 1>(rows, x);
      }
      if (s.large_w % 2 != 0) {
        out[s.large_w - 1] = pixel.template operator()<py, 0>(rows, s.large_w / 2);
      }
    };
    fill.template operator()<0>();
    fill.template operator()<1>();
  }
}

// Few channels: two neighbours of one row at once, which share most of the small pixels they read.
// Packed taps are laid out for that (strided_conv_layout.h).
void UpPairs(const StridedShape& s, ImageView small, const float* packed, const float* bias,
             ImageView large) {
  const Shared shared = shared_columns(s);
  const int block = kPairBlock;
  const auto row = [&](int y, int py, const Phase& rows, int c, const float* block_taps) {
    const float* in = small.data + (y + rows.first) * small.row;
    float* out = large.data + (2 * y + py) * large.row + c;
    ForEachTile<kPixels>(s.small_w, [&]<int pixels>(int x) HWY_ATTR {
      Sums<pixels, 2> sums;
      sums.Start(0, bias != nullptr ? bias + c : nullptr);
      sums.Start(1, bias != nullptr ? bias + c : nullptr);
      const float* taps = block_taps;
      for (int r = 0; r < rows.count; ++r) {
        const float* from[pixels];
        const auto point = [&](int column) HWY_ATTR {
          for (int p = 0; p < pixels; ++p) {
            from[p] = in + r * small.row + (x + p + column) * s.small_c;
          }
        };
        // left of both, then what both see, then right of both
        point(-1);
        sums.template Add<0, 1>(from, s.small_c, taps, block, 0);
        taps += s.small_c * block;
        point(0);
        sums.template Add<0, 2>(from, shared.both * s.small_c, taps, 2 * block, block);
        taps += shared.both * s.small_c * 2 * block;
        if (shared.right_alone) {
          point(1);
          sums.template Add<1, 2>(from, s.small_c, taps, block, 0);
          taps += s.small_c * block;
        }
      }
      for (int p = 0; p < pixels; ++p) {
        float* to = out + 2 * (x + p) * s.large_c;
        hn::StoreU(sums.sum[p][0], d, to);
        // an odd image has no last neighbour
        if (2 * (x + p) + 1 < s.large_w) hn::StoreU(sums.sum[p][1], d, to + s.large_c);
      }
    });
  };
  for (int py = 0; py < 2; ++py) {
    const Phase rows = phase(s, py);
    for (int c = 0; c < s.large_c; c += block) {
      for (int y = 0; 2 * y + py < s.large_h; ++y) {
        for (int i = 0; i < block; i += kLanes) row(y, py, rows, c + i, packed + i);
      }
      packed += std::ptrdiff_t{rows.count} * s.k * s.small_c * block;
    }
  }
}

void Up(const StridedShape& s, ImageView small, const float* packed, const float* bias,
        ImageView large) {
  if (s.large_c == 1) {
    (s.k == 4 ? UpSingle<4, 1> : UpSingle<5, 2>)(s, small, packed, bias, large);
    return;
  }
  if (channel_block(s.large_c) == kPairBlock) {
    UpPairs(s, small, packed, bias, large);
    return;
  }
  // each parity of large pixels is a stride-1 convolution of the small image with its own taps
  for (int py = 0; py < 2; ++py) {
    for (int px = 0; px < 2; ++px) {
      const Phase rows = phase(s, py), columns = phase(s, px);
      const Patch patch{small.row, rows.count, columns.count * s.small_c};
      for (int y = 0; 2 * y + py < s.large_h; ++y) {
        const float* in = small.data + (y + rows.first) * small.row + columns.first * s.small_c;
        float* out = large.data + (2 * y + py) * large.row + px * s.large_c;
        WideRow((s.large_w - px + 1) / 2, s.large_c, in, s.small_c, patch, packed, bias, out,
                2 * s.large_c);
      }
      packed += std::ptrdiff_t{patch.count} * patch.length * s.large_c;
    }
  }
}

// taps[r, j, 0..vectors) += sum over pixels of large[r, j] small[0..vectors), for `rows` rows and
// `length` adjacent floats of the patch
template <int rows, int length, int vectors>
HWY_INLINE void TapTile(const StridedShape& s, const float* large, std::ptrdiff_t large_row,
                        const float* small, std::ptrdiff_t small_row, float* taps) {
  V sum[rows][length][vectors];
  for (int r = 0; r < rows; ++r) {
    for (int j = 0; j < length; ++j) {
      for (int v = 0; v < vectors; ++v) sum[r][j][v] = hn::Zero(d);
    }
  }
  const std::ptrdiff_t step = 2 * s.large_c;
  for (int y = 0; y < s.small_h; ++y) {
    const float* HWY_RESTRICT l = large + 2 * y * large_row;
    const float* HWY_RESTRICT q = small + y * small_row;
    for (int x = 0; x < s.small_w; ++x, l += step, q += s.small_c) {
      V value[vectors];
      for (int v = 0; v < vectors; ++v) value[v] = hn::LoadU(d, q + v * kLanes);
      for (int r = 0; r < rows; ++r) {
        for (int j = 0; j < length; ++j) {
          const V factor = hn::Set(d, l[r * large_row + j]);
          for (int v = 0; v < vectors; ++v) {
            sum[r][j][v] = hn::MulAdd(factor, value[v], sum[r][j][v]);
          }
        }
      }
    }
  }
  for (int r = 0; r < rows; ++r) {
    for (int j = 0; j < length; ++j) {
      for (int v = 0; v < vectors; ++v) {
        float* at = taps + (r * length + j) * s.small_c + v * kLanes;
        hn::StoreU(hn::Add(hn::LoadU(d, at), sum[r][j][v]), d, at);
      }
    }
  }
}

void TapGradient(const StridedShape& s, ImageView large, ImageView small, float* taps) {
  const float* origin = large.data - s.pad * large.row - s.pad * s.large_c;
  if (s.large_c == 1) {
    // one channel: the whole window at once
    for (int c = 0; c < s.small_c; c += kLanes) {
      (s.k == 4 ? TapTile<4, 4, 1> : TapTile<5, 5, 1>)(s, origin, large.row, small.data + c,
                                                       small.row, taps + c);
    }
    return;
  }
  const int length = s.k * s.large_c;
  for (int ky = 0; ky < s.k; ++ky) {
    for (int j = 0; j < length; j += kPixels) {
      const float* corner = origin + ky * large.row + j;
      float* to = taps + std::ptrdiff_t{ky * length + j} * s.small_c;
      int c = 0;
      for (; c + 2 * kLanes <= s.small_c; c += 2 * kLanes) {
        TapTile<1, kPixels, 2>(s, corner, large.row, small.data + c, small.row, to + c);
      }
      for (; c < s.small_c; c += kLanes) {
        TapTile<1, kPixels, 1>(s, corner, large.row, small.data + c, small.row, to + c);
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace rnem::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rnem::kernels {

HWY_EXPORT(Down);
HWY_EXPORT(Up);
HWY_EXPORT(TapGradient);

void down(const StridedShape& shape, ImageView large, const float* packed, const float* bias,
          ImageView small) {
  HWY_DYNAMIC_DISPATCH(Down)(shape, large, packed, bias, small);
}

void up(const StridedShape& shape, ImageView small, const float* packed, const float* bias,
        ImageView large) {
  HWY_DYNAMIC_DISPATCH(Up)(shape, small, packed, bias, large);
}

void tap_gradient(const StridedShape& shape, ImageView large, ImageView small, float* taps) {
  HWY_DYNAMIC_DISPATCH(TapGradient)(shape, large, small, taps);
}

}  // namespace rnem::kernels
#endif
