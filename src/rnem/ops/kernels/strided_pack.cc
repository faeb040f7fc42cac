#include "rnem/ops/kernels/strided_layout.h"

namespace rnem::kernels {
namespace {

// Packed taps come in rows: the taps of one summed channel for a block of output channels. As
// floats the rows follow each other.
class FloatRows {
 public:
  explicit FloatRows(float* to) : to_(to) {}

  template <class F>
  void add(int width, F&& tap) {
    for (int i = 0; i < width; ++i) *to_++ = tap(i);
  }

 private:
  float* to_;
};

// As pairs of bf16, two rows become one.
class PairRows {
 public:
  explicit PairRows(Bf16Pair* to) : to_(to) {}

  template <class F>
  void add(int width, F&& tap) {
    for (int i = 0; i < width; ++i) {
      const Bf16Pair rounded = to_bf16(tap(i));
      to_[i] = second_ ? to_[i] | rounded << 16 : rounded;
    }
    if (second_) to_ += width;
    second_ = !second_;
  }

 private:
  Bf16Pair* to_;
  bool second_ = false;
};

template <class Rows>
void pack_down(const StridedShape& s, const float* taps, Rows packed) {
  const int rows = s.k * s.k * s.large_c, block = channel_block(s.small_c);
  for (int c = 0; c < s.small_c; c += block) {
    for (int r = 0; r < rows; ++r) {
      packed.add(block, [from = taps + r * s.small_c + c](int i) { return from[i]; });
    }
  }
}

// [cl][cs][tap], zero beyond the last tap
template <class Rows>
void pack_up_single(const StridedShape& s, const float* taps, Rows packed) {
  const int block = single_channel_block(s.k), count = s.k * s.k;
  for (int cl = 0; cl < s.large_c; ++cl) {
    for (int cs = 0; cs < s.small_c; ++cs) {
      packed.add(block, [&](int t) {
        return t < count ? taps[(t * s.large_c + cl) * s.small_c + cs] : 0.0F;
      });
    }
  }
}

template <class Rows>
void pack_up_pairs(const StridedShape& s, const float* taps, Rows packed) {
  const Shared shared = shared_columns(s);
  const Phase columns[2] = {phase(s, 0), phase(s, 1)};
  // the tap by which the first or second of a pair sees small pixel x + column
  const auto kx_of = [&](int px, int column) {
    return columns[px].last_tap - 2 * (column - columns[px].first);
  };
  for (int py = 0; py < 2; ++py) {
    for (int c = 0; c < s.large_c; c += kPairBlock) {
      for (int ky = phase(s, py).last_tap; ky >= 0; ky -= 2) {
        // small pixel x + column of `count` pixels of the pair, from px on
        const auto put = [&](int px, int count, int column) {
          for (int cs = 0; cs < s.small_c; ++cs) {
            packed.add(count * kPairBlock, [&](int i) {
              const int tap = ky * s.k + kx_of(px + i / kPairBlock, column);
              return taps[(tap * s.large_c + c + i % kPairBlock) * s.small_c + cs];
            });
          }
        };
        put(0, 1, -1);
        for (int column = 0; column < shared.both; ++column) put(0, 2, column);
        if (shared.right_alone) put(1, 1, 1);
      }
    }
  }
}

template <class Rows>
void pack_up(const StridedShape& s, const float* taps, Rows packed) {
  if (s.few_channels()) {
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
              packed.add(block, [&](int i) { return tap[(c + i) * s.small_c + cs]; });
            }
          }
        }
      }
    }
  }
}

}  // namespace

std::size_t packed_size(Precision precision, const StridedShape& shape, Direction direction) {
  if (rounds(precision, shape)) return shape.taps() / 2;
  if (direction == Direction::kDown || !shape.few_channels()) return shape.taps();
  return std::size_t(shape.large_c) * single_up_taps(shape);
}

void pack(Precision precision, const StridedShape& shape, Direction direction, const float* taps,
          float* packed) {
  const auto pack_rows = [&](auto rows) {
    (direction == Direction::kDown ? pack_down<decltype(rows)>
                                   : pack_up<decltype(rows)>)(shape, taps, rows);
  };
  if (rounds(precision, shape)) {
    pack_rows(PairRows(as_pairs(packed)));
  } else {
    pack_rows(FloatRows(packed));
  }
}

}  // namespace rnem::kernels
