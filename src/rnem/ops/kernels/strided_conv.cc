#include "rnem/ops/kernels/strided_conv.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rnem/ops/kernels/strided_conv.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "rnem/ops/kernels/strided_conv-inl.h"

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

// A bf16 is the upper half of a float.
struct EmulatedDot {
  using Word = Bf16Pair;
  struct Factor {
    V first, second;
  };
  using DU = hn::RebindToUnsigned<D>;
  static constexpr int kPerWord = 2;

  static HWY_INLINE Factor Split(hn::Vec<DU> pairs) {
    return {hn::BitCast(d, hn::ShiftLeft<16>(pairs)),
            hn::BitCast(d, hn::And(pairs, hn::Set(DU(), 0xFFFF0000)))};
  }
  static HWY_INLINE Factor Load(const Word* words) { return Split(hn::LoadU(DU(), words)); }
  static HWY_INLINE Factor Spread(Word word) { return Split(hn::Set(DU(), word)); }
  static HWY_INLINE V Add(const Factor& x, const Factor& tap, V sum) {
    return hn::MulAdd(x.second, tap.second, hn::MulAdd(x.first, tap.first, sum));
  }
};

void DownPairs(const StridedShape& s, PairView large, const Bf16Pair* packed, const float* bias,
               ImageView small) {
  WideDown<EmulatedDot>(s, large, packed, bias, small);
}

void UpPairsOfChannels(const StridedShape& s, PairView small, const Bf16Pair* packed,
                       const float* bias, ImageView large) {
  WideUp<EmulatedDot>(s, small, packed, bias, large);
}

void TapGradientPairs(const StridedShape& s, PairView large, PairView small, float* taps) {
  WideTapGradient<EmulatedDot>(s, large, small, taps);
}

}  // namespace HWY_NAMESPACE
}  // namespace rnem::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rnem::kernels {

HWY_EXPORT(Down);
HWY_EXPORT(Up);
HWY_EXPORT(TapGradient);
HWY_EXPORT(DownPairs);
HWY_EXPORT(UpPairsOfChannels);
HWY_EXPORT(TapGradientPairs);

bool StridedShape::supported() const {
  const bool sizes = small_h == (large_h + 1) / 2 && small_w == (large_w + 1) / 2;
  const bool window = (k == 4 && pad == 1) || (k == 5 && pad == 2);
  const bool channels = small_c % 16 == 0 && (large_c % 16 == 0 || few_channels());
  const bool width = !few_channels() || small_w <= kMaxSingleChannelWidth;
  return sizes && window && channels && width;
}

bool rounds(Precision precision, const StridedShape& shape) {
  return precision != Precision::kFloat32 && !shape.few_channels();
}

namespace {

PairKernels pair_kernels(Precision precision) {
  if (precision == Precision::kBfloat16) return native_pair_kernels();
  return {HWY_DYNAMIC_DISPATCH(DownPairs), HWY_DYNAMIC_DISPATCH(UpPairsOfChannels),
          HWY_DYNAMIC_DISPATCH(TapGradientPairs)};
}

// An image with its border, in pairs of channels.
class PairedChannels {
 public:
  PairedChannels(int height, int width, int channels, int border)
      : border_(border),
        pixel_(channels / 2),
        rows_(height + 2 * border),
        row_(std::ptrdiff_t{width + 2 * border} * pixel_) {}

  std::size_t size() const { return rows_ * row_; }

  PairView round(ImageView image, float* workspace) const {
    Bf16Pair* to = as_pairs(workspace);
    const float* from = image.data - border_ * image.row - std::ptrdiff_t{2} * border_ * pixel_;
    for (int y = 0; y < rows_; ++y) {
      adjacent_pairs(from + y * image.row, 2 * row_, to + y * row_);
    }
    return {to + border_ * row_ + std::ptrdiff_t{border_} * pixel_, row_};
  }

 private:
  int border_, pixel_, rows_;
  std::ptrdiff_t row_;  // of pairs, as a pixel
};

// The images of tap_gradient in pairs of rows: small rows 2q and 2q+1, for the last row of an odd
// image with zeros, and large rows as far apart as the same tap sees them.
class PairedRows {
 public:
  explicit PairedRows(const StridedShape& s)
      : s_(s),
        small_rows_((s.small_h + 1) / 2),
        large_rows_(4 * (small_rows_ - 1) + s.k),
        large_row_(std::ptrdiff_t{2 * (s.small_w - 1) + s.k} * s.large_c),
        small_row_(std::ptrdiff_t{s.small_w} * s.small_c) {}

  std::size_t size() const { return large_rows_ * large_row_ + small_rows_ * small_row_; }

  PairView round_large(ImageView image, float* workspace) const {
    Bf16Pair* to = as_pairs(workspace);
    const float* from = image.data - s_.pad * image.row - s_.pad * s_.large_c;
    // beyond these rows the small image has only the zeros of its last pair
    const int rows = 2 * (s_.small_h - 1) + s_.k;
    for (int y = 0; y < large_rows_; ++y) {
      const float* first = from + y * image.row;
      matching_pairs(first, y + 2 < rows ? first + 2 * image.row : nullptr, large_row_,
                     to + y * large_row_);
    }
    return {to + s_.pad * large_row_ + s_.pad * s_.large_c, large_row_};
  }

  PairView round_small(ImageView image, float* workspace) const {
    Bf16Pair* to = as_pairs(workspace) + large_rows_ * large_row_;
    for (int y = 0; y < small_rows_; ++y) {
      const float* first = image.data + 2 * y * image.row;
      matching_pairs(first, 2 * y + 1 < s_.small_h ? first + image.row : nullptr, small_row_,
                     to + y * small_row_);
    }
    return {to, small_row_};
  }

 private:
  const StridedShape& s_;
  int small_rows_, large_rows_;  // of pairs
  std::ptrdiff_t large_row_, small_row_;
};

// with the borders that the header asks for
PairedChannels large_pairs(const StridedShape& s) { return {s.large_h, s.large_w, s.large_c, 2}; }
PairedChannels small_pairs(const StridedShape& s) { return {s.small_h, s.small_w, s.small_c, 1}; }

}  // namespace

std::size_t strided_workspace(Precision precision, const StridedShape& shape) {
  if (!rounds(precision, shape)) return 0;
  return std::max({large_pairs(shape).size(), small_pairs(shape).size(), PairedRows(shape).size()});
}

void down(Precision precision, const StridedShape& shape, ImageView large, const float* packed,
          const float* bias, ImageView small, float* workspace) {
  if (rounds(precision, shape)) {
    const PairView rounded = large_pairs(shape).round(large, workspace);
    pair_kernels(precision).down(shape, rounded, as_pairs(packed), bias, small);
  } else {
    HWY_DYNAMIC_DISPATCH(Down)(shape, large, packed, bias, small);
  }
}

void up(Precision precision, const StridedShape& shape, ImageView small, const float* packed,
        const float* bias, ImageView large, float* workspace) {
  if (rounds(precision, shape)) {
    const PairView rounded = small_pairs(shape).round(small, workspace);
    pair_kernels(precision).up(shape, rounded, as_pairs(packed), bias, large);
  } else {
    HWY_DYNAMIC_DISPATCH(Up)(shape, small, packed, bias, large);
  }
}

void tap_gradient(Precision precision, const StridedShape& shape, ImageView large, ImageView small,
                  float* taps, float* workspace) {
  if (rounds(precision, shape)) {
    const PairedRows rows(shape);
    const PairView large_rounded = rows.round_large(large, workspace);
    const PairView small_rounded = rows.round_small(small, workspace);
    pair_kernels(precision).tap_gradient(shape, large_rounded, small_rounded, taps);
  } else {
    HWY_DYNAMIC_DISPATCH(TapGradient)(shape, large, small, taps);
  }
}

}  // namespace rnem::kernels
#endif
