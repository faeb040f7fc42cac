// The convolutions between images of many channels, over any Dot (strided_conv_tile-inl.h).

// Highway includes this once per instruction set: the usual guard would hide all but the first
#if defined(RNEM_STRIDED_CONV_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef RNEM_STRIDED_CONV_INL_H_
#undef RNEM_STRIDED_CONV_INL_H_
#else
#define RNEM_STRIDED_CONV_INL_H_
#endif

#include "rnem/ops/kernels/strided_conv_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace rnem::kernels {
namespace HWY_NAMESPACE {

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
// Packed taps are laid out for that (strided_conv_layout.h).
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
