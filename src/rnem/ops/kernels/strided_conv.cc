#include "rnem/ops/kernels/strided_conv.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rnem/ops/kernels/strided_conv.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "rnem/ops/kernels/strided_conv-inl.h"
#include "rnem/ops/kernels/strided_conv_layout.h"

HWY_BEFORE_NAMESPACE();
namespace rnem::kernels {
namespace HWY_NAMESPACE {

struct FloatDot {
  using Word = float;
  using Factor = V;
  static constexpr int kPerWord = 1;
  static HWY_INLINE V Load(const float* words) { return hn::LoadU(d, words); }
  static HWY_INLINE V Spread(float word) { return hn::Set(d, word); }
  static HWY_INLINE V Add(V x, V tap, V sum) { return hn::MulAdd(x, tap, sum); }
};

Words<FloatDot> words(ImageView image) { return {image.data, image.row}; }

void Down(const StridedShape& s, ImageView large, const float* packed, const float* bias,
          ImageView small) {
  WideDown<FloatDot>(s, words(large), packed, bias, small);
}

// One channel of the large image: the products of one row of small pixels with every tap, then
// sums of those that meet.
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
      WideRow<FloatDot>(s.small_w, block, small.data + y * small.row, s.small_c, patch, packed,
                        nullptr, row, block);
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
      for (int x = 0; x < s.large_w / 2; ++x, out += 2 * s.large_c) {
        out[0] = pixel.template operator()<py, 0>(rows, x);
        out[s.large_c] = pixel.template operator()<py, 1>(rows, x);
      }
      if (s.large_w % 2 != 0) *out = pixel.template operator()<py, 0>(rows, s.large_w / 2);
    };
    fill.template operator()<0>();
    fill.template operator()<1>();
  }
}

void Up(const StridedShape& s, ImageView small, const float* packed, const float* bias,
        ImageView large) {
  if (!s.few_channels()) {
    WideUp<FloatDot>(s, words(small), packed, bias, large);
    return;
  }
  for (int c = 0; c < s.large_c; ++c) {
    (s.k == 4 ? UpSingle<4, 1> : UpSingle<5, 2>)(s, small, packed + c * single_up_taps(s),
                                                 bias != nullptr ? bias + c : nullptr,
                                                 {large.data + c, large.row});
  }
}

void TapGradient(const StridedShape& s, ImageView large, ImageView small, float* taps) {
  if (s.large_c > 1) {
    WideTapGradient<FloatDot>(s, words(large), words(small), taps);
    return;
  }
  // one channel: the whole window at once
  const float* origin = large.data - s.pad * large.row - s.pad;
  for (int c = 0; c < s.small_c; c += kLanes) {
    (s.k == 4 ? TapTile<FloatDot, 4, 4, 1> : TapTile<FloatDot, 5, 5, 1>)(s, origin, large.row,
                                                                         small.data + c, small.row,
                                                                         taps + c);
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
