// The convolutions of strided_conv.h between images of many channels, as one template: register
// tiles over packed taps (strided_layout.h), and the loops over tiles.
//
// The template does not know how numbers are stored and multiplied. That is a Dot:
//
//   Word              what images and packed taps are made of: one number, or several that meet
//                     their partners in one sum
//   kPerWord          how many
//   Factor            a vector of words, ready to multiply
//   Load(words)       as many words as a vector has lanes
//   Spread(word)      one word in every lane
//   Add(x, tap, sum)  per lane: sum + the sum of x[i] tap[i] over the numbers of a word

#include <hwy/highway.h>

#include "rnem/ops/kernels/strided_layout.h"

// Highway includes the rest once per instruction set: the usual guard would hide all but the first
#if defined(RNEM_STRIDED_CONV_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef RNEM_STRIDED_CONV_INL_H_
#undef RNEM_STRIDED_CONV_INL_H_
#else
#define RNEM_STRIDED_CONV_INL_H_
#endif

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

template <class Dot>
using Words = View<const typename Dot::Word>;

// A word holds neighbouring channels of a pixel.
template <class Dot, class Word = typename Dot::Word>
void WideDown(const StridedShape& s, Words<Dot> large, const Word* packed, const float* bias,
              ImageView small) {
  const int pixel = s.large_c / Dot::kPerWord;
  const Patch patch{large.row, s.k, s.k * pixel};
  const Word* origin = large.data - s.pad * large.row - s.pad * pixel;
  for (int y = 0; y < s.small_h; ++y) {
    WideRow<Dot>(s.small_w, s.small_c, origin + 2 * y * large.row, 2 * pixel, patch, packed, bias,
                 small.data + y * small.row, s.small_c);
  }
}

// Few channels: two neighbours of one row at once, which share most of the small pixels they read.
// Packed taps are laid out for that (kPairBlock).
template <class Dot, class Word = typename Dot::Word>
void UpPairs(const StridedShape& s, Words<Dot> small, const Word* packed, const float* bias,
             ImageView large) {
  const Shared shared = shared_columns(s);
  const int block = kPairBlock, pixel = s.small_c / Dot::kPerWord;
  const auto row = [&](int y, int py, const Phase& rows, int c, const Word* block_taps) {
    const Word* in = small.data + (y + rows.first) * small.row;
    float* out = large.data + (2 * y + py) * large.row + c;
    ForEachTile<kPixels>(s.small_w, [&]<int pixels>(int x) HWY_ATTR {
      Sums<Dot, pixels, 2> sums;
      sums.Start(0, bias != nullptr ? bias + c : nullptr);
      sums.Start(1, bias != nullptr ? bias + c : nullptr);
      const Word* taps = block_taps;
      for (int r = 0; r < rows.count; ++r) {
        const Word* from[pixels];
        const auto point = [&](int column) HWY_ATTR {
          for (int p = 0; p < pixels; ++p) {
            from[p] = in + r * small.row + (x + p + column) * pixel;
          }
        };
        // left of both, then what both see, then right of both
        point(-1);
        sums.template Add<0, 1>(from, pixel, taps, block, 0);
        taps += pixel * block;
        point(0);
        sums.template Add<0, 2>(from, shared.both * pixel, taps, 2 * block, block);
        taps += shared.both * pixel * 2 * block;
        if (shared.right_alone) {
          point(1);
          sums.template Add<1, 2>(from, pixel, taps, block, 0);
          taps += pixel * block;
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
      packed += std::ptrdiff_t{rows.count} * s.k * pixel * block;
    }
  }
}

// A word holds neighbouring channels of a pixel.
template <class Dot, class Word = typename Dot::Word>
void WideUp(const StridedShape& s, Words<Dot> small, const Word* packed, const float* bias,
            ImageView large) {
  if (channel_block(s.large_c) == kPairBlock) {
    UpPairs<Dot>(s, small, packed, bias, large);
    return;
  }
  const int pixel = s.small_c / Dot::kPerWord;
  // each parity of large pixels is a stride-1 convolution of the small image with its own taps
  for (int py = 0; py < 2; ++py) {
    for (int px = 0; px < 2; ++px) {
      const Phase rows = phase(s, py), columns = phase(s, px);
      const Patch patch{small.row, rows.count, columns.count * pixel};
      for (int y = 0; 2 * y + py < s.large_h; ++y) {
        const Word* in = small.data + (y + rows.first) * small.row + columns.first * pixel;
        float* out = large.data + (2 * y + py) * large.row + px * s.large_c;
        WideRow<Dot>((s.large_w - px + 1) / 2, s.large_c, in, pixel, patch, packed, bias, out,
                     2 * s.large_c);
      }
      packed += std::ptrdiff_t{patch.count} * patch.length * s.large_c;
    }
  }
}

// Here the sum is over pixels: a word of the small image holds what kPerWord of its rows have in
// one column and channel, a word of the large image the same of every second row from there.
//
// taps[r, j, 0..vectors) += sum over pixels of large[r, j] small[0..vectors), for `rows` rows and
// `length` adjacent words of the patch
template <class Dot, int rows, int length, int vectors, class Word = typename Dot::Word>
HWY_INLINE void TapTile(const StridedShape& s, const Word* large, std::ptrdiff_t large_row,
                        const Word* small, std::ptrdiff_t small_row, float* taps) {
  V sum[rows][length][vectors];
  for (int r = 0; r < rows; ++r) {
    for (int j = 0; j < length; ++j) {
      for (int v = 0; v < vectors; ++v) sum[r][j][v] = hn::Zero(d);
    }
  }
  const std::ptrdiff_t step = 2 * s.large_c;
  for (int y = 0; y < s.small_h; y += Dot::kPerWord) {
    const Word* HWY_RESTRICT l = large + 2 * y * large_row;
    const Word* HWY_RESTRICT q = small + y / Dot::kPerWord * small_row;
    for (int x = 0; x < s.small_w; ++x, l += step, q += s.small_c) {
      typename Dot::Factor value[vectors];
      for (int v = 0; v < vectors; ++v) value[v] = Dot::Load(q + v * kLanes);
      for (int r = 0; r < rows; ++r) {
        for (int j = 0; j < length; ++j) {
          const typename Dot::Factor factor = Dot::Spread(l[r * large_row + j]);
          for (int v = 0; v < vectors; ++v) {
            sum[r][j][v] = Dot::Add(factor, value[v], sum[r][j][v]);
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

template <class Dot, class Word = typename Dot::Word>
void WideTapGradient(const StridedShape& s, Words<Dot> large, Words<Dot> small, float* taps) {
  const Word* origin = large.data - s.pad * large.row - s.pad * s.large_c;
  const int length = s.k * s.large_c;
  for (int ky = 0; ky < s.k; ++ky) {
    ForEachTile<kPixels>(length, [&]<int words>(int j) HWY_ATTR {
      const Word* corner = origin + ky * large.row + j;
      float* to = taps + std::ptrdiff_t{ky * length + j} * s.small_c;
      int c = 0;
      for (; c + 2 * kLanes <= s.small_c; c += 2 * kLanes) {
        TapTile<Dot, 1, words, 2>(s, corner, large.row, small.data + c, small.row, to + c);
      }
      for (; c < s.small_c; c += kLanes) {
        TapTile<Dot, 1, words, 1>(s, corner, large.row, small.data + c, small.row, to + c);
      }
    });
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace rnem::kernels
HWY_AFTER_NAMESPACE();

#endif
