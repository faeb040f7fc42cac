// Register tiles of the strided convolutions: sums for a few pixels and vectors of channels.
//
// The tiles do not know how numbers are stored and multiplied. That is a Dot:
//
//   Word              what images and packed taps are made of: one number, or several that meet
//                     their partners in one sum
//   kPerWord          how many
//   Factor            a vector of words, ready to multiply
//   Load(words)       as many words as a vector has lanes
//   Spread(word)      one word in every lane
//   Add(x, tap, sum)  per lane: sum + the sum of x[i] tap[i] over the numbers of a word

// Highway includes this once per instruction set: the usual guard would hide all but the first
#if defined(RNEM_STRIDED_CONV_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef RNEM_STRIDED_CONV_TILE_INL_H_
#undef RNEM_STRIDED_CONV_TILE_INL_H_
#else
#define RNEM_STRIDED_CONV_TILE_INL_H_
#endif

#include <hwy/highway.h>

#include "rnem/ops/kernels/strided_conv_layout.h"

HWY_BEFORE_NAMESPACE();
namespace rnem::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<float, 16>;
using V = hn::Vec<D>;
constexpr D d;
constexpr int kLanes = hn::MaxLanes(d);
// With 32 registers: 8 pixels × 2 vectors of channels are 16 sums, enough to hide the latency of
// two multiply-add units, with 10 loads for 16 multiply-adds. With 16 registers: 4 × 2.
constexpr int kPixels = kLanes == 16 ? 8 : 4;

// Sums of `pixels` output pixels, `sets` vectors of channels each.
template <class Dot, int pixels, int sets>
struct Sums {
  using Word = typename Dot::Word;

  V sum[pixels][sets];

  HWY_INLINE void Start(int set, const float* bias) {
    const V start = bias != nullptr ? hn::LoadU(d, bias) : hn::Zero(d);
    for (int p = 0; p < pixels; ++p) sum[p][set] = start;
  }

  // adds from[p][j] · taps[j] to sets [first, last), for j < length; taps of one set are
  // `set_step` words apart, of one j `j_step`
  template <int first, int last>
  HWY_INLINE void Add(const Word* const* start, int length, const Word* HWY_RESTRICT taps,
                      std::ptrdiff_t j_step, std::ptrdiff_t set_step) {
    const Word* from[pixels];
    for (int p = 0; p < pixels; ++p) from[p] = start[p];
    // `at` is a constant, so that addresses are computed rarely
    const auto step = [&](int at) HWY_ATTR {
      typename Dot::Factor tap[last - first];
      for (int v = 0; v < last - first; ++v) {
        tap[v] = Dot::Load(taps + at * j_step + v * set_step);
      }
      for (int p = 0; p < pixels; ++p) {
        const typename Dot::Factor x = Dot::Spread(from[p][at]);
        for (int v = first; v < last; ++v) {
          sum[p][v] = Dot::Add(x, tap[v - first], sum[p][v]);
        }
      }
    };
    const auto advance = [&](int by) HWY_ATTR {
      for (int p = 0; p < pixels; ++p) from[p] += by;
      taps += by * j_step;
    };
    int j = 0;
    for (; j + 4 <= length; j += 4, advance(4)) {
      step(0);
      step(1);
      step(2);
      step(3);
    }
    for (; j < length; ++j, advance(1)) step(0);
  }
};

// A patch of the input that is contiguous in `count` rows of `length` words.
struct Patch {
  std::ptrdiff_t row;
  int count;
  int length;
};

// out[p, 0..vectors) = bias + sum_{r,j} in[p * in_step + r * row + j] taps[r, j, 0..vectors)
template <class Dot, int pixels, int vectors, class Word = typename Dot::Word>
HWY_INLINE void Tile(const Word* HWY_RESTRICT in, std::ptrdiff_t in_step, const Patch& patch,
                     const Word* HWY_RESTRICT taps, int block, const float* bias,
                     float* HWY_RESTRICT out, std::ptrdiff_t out_step) {
  Sums<Dot, pixels, vectors> sums;
  for (int v = 0; v < vectors; ++v) {
    sums.Start(v, bias != nullptr ? bias + v * kLanes : nullptr);
  }
  for (int r = 0; r < patch.count; ++r, in += patch.row, taps += patch.length * block) {
    const Word* from[pixels];
    for (int p = 0; p < pixels; ++p) from[p] = in + p * in_step;
    sums.template Add<0, vectors>(from, patch.length, taps, block, kLanes);
  }
  for (int p = 0; p < pixels; ++p) {
    for (int v = 0; v < vectors; ++v) {
      hn::StoreU(sums.sum[p][v], d, out + p * out_step + v * kLanes);
    }
  }
}

// Calls run<pixels>(x) for tiles that cover [0, width), the widest first.
template <int widest, class F>
HWY_INLINE void ForEachTile(int width, F&& run) {
  int x = 0;
  for (; x + widest <= width; x += widest) run.template operator()<widest>(x);
  if constexpr (widest > 8) {
    for (; x + 8 <= width; x += 8) run.template operator()<8>(x);
  }
  if constexpr (widest > 4) {
    for (; x + 4 <= width; x += 4) run.template operator()<4>(x);
  }
  for (; x + 2 <= width; x += 2) run.template operator()<2>(x);
  if (x < width) run.template operator()<1>(x);
}

// a row of `width` output pixels, `vectors` of their channels
template <class Dot, int vectors, class Word = typename Dot::Word>
void Row(int width, const Word* in, std::ptrdiff_t in_step, const Patch& patch, const Word* taps,
         int block, const float* bias, float* out, std::ptrdiff_t out_step) {
  ForEachTile<kPixels * 2 / vectors>(width, [&]<int pixels>(int x) HWY_ATTR {
    Tile<Dot, pixels, vectors>(in + x * in_step, in_step, patch, taps, block, bias,
                               out + x * out_step, out_step);
  });
}

// all channels of a row of output pixels
template <class Dot, class Word = typename Dot::Word>
void WideRow(int width, int channels, const Word* in, std::ptrdiff_t in_step, const Patch& patch,
             const Word* taps, const float* bias, float* out, std::ptrdiff_t out_step) {
  const int block = channel_block(channels);
  const std::ptrdiff_t block_taps = std::ptrdiff_t{patch.count} * patch.length * block;
  for (int c = 0; c < channels; c += block, taps += block_taps) {
    const auto bias_at = [&](int i) { return bias != nullptr ? bias + c + i : nullptr; };
    int i = 0;
    for (; i + 2 * kLanes <= block; i += 2 * kLanes) {
      Row<Dot, 2>(width, in, in_step, patch, taps + i, block, bias_at(i), out + c + i, out_step);
    }
    for (; i < block; i += kLanes) {
      Row<Dot, 1>(width, in, in_step, patch, taps + i, block, bias_at(i), out + c + i, out_step);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace rnem::kernels
HWY_AFTER_NAMESPACE();

#endif
