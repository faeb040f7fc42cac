#include "rnem/ops/kernels/strided_conv_bf16.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rnem/ops/kernels/strided_conv_bf16.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "rnem/ops/kernels/strided_conv-inl.h"
#include "rnem/ops/kernels/strided_conv_pairs.h"

HWY_BEFORE_NAMESPACE();
namespace rnem::kernels {
namespace HWY_NAMESPACE {

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

HWY_EXPORT(DownPairs);
HWY_EXPORT(UpPairsOfChannels);
HWY_EXPORT(TapGradientPairs);

namespace {

PairKernels pair_kernels(Arithmetic arithmetic) {
  if (arithmetic == Arithmetic::kBfloat16) return native_pair_kernels();
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

  PairView round(ImageView image, Bf16Pair* to) const {
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

  PairView round_large(ImageView image, Bf16Pair* to) const {
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

  PairView round_small(ImageView image, Bf16Pair* to) const {
    to += large_rows_ * large_row_;
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

// with the borders that strided_conv.h asks for
PairedChannels large_pairs(const StridedShape& s) { return {s.large_h, s.large_w, s.large_c, 2}; }
PairedChannels small_pairs(const StridedShape& s) { return {s.small_h, s.small_w, s.small_c, 1}; }

}  // namespace

bool supports_bf16(const StridedShape& shape) { return shape.supported() && !shape.few_channels(); }

std::size_t bf16_workspace(const StridedShape& shape) {
  return std::max({large_pairs(shape).size(), small_pairs(shape).size(), PairedRows(shape).size()});
}

void down_bf16(Arithmetic arithmetic, const StridedShape& shape, ImageView large,
               const Bf16Pair* packed, const float* bias, ImageView small, Bf16Pair* workspace) {
  const PairView rounded = large_pairs(shape).round(large, workspace);
  pair_kernels(arithmetic).down(shape, rounded, packed, bias, small);
}

void up_bf16(Arithmetic arithmetic, const StridedShape& shape, ImageView small,
             const Bf16Pair* packed, const float* bias, ImageView large, Bf16Pair* workspace) {
  const PairView rounded = small_pairs(shape).round(small, workspace);
  pair_kernels(arithmetic).up(shape, rounded, packed, bias, large);
}

void tap_gradient_bf16(Arithmetic arithmetic, const StridedShape& shape, ImageView large,
                       ImageView small, float* taps, Bf16Pair* workspace) {
  const PairedRows rows(shape);
  const PairView large_rounded = rows.round_large(large, workspace);
  const PairView small_rounded = rows.round_small(small, workspace);
  pair_kernels(arithmetic).tap_gradient(shape, large_rounded, small_rounded, taps);
}

}  // namespace rnem::kernels
#endif
