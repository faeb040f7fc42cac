#include "rnem/ops/kernels/windows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rnem/ops/kernels/windows.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "rnem/ops/kernels/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace rnem::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// One axis of a window that begins `part` of a pixel after pixel `first` of the frame: it touches
// its pixels 0 .. side, of which begin .. end-1 are in the frame.
struct Axis {
  std::ptrdiff_t first, begin, end;
  float part;

  Axis(float middle, std::ptrdiff_t side, std::ptrdiff_t length) {
    // what flew away, or is no number, sees nothing and draws nothing
    const float far = static_cast<float>(length + 2 * side);
    const float start = middle - 0.5F * static_cast<float>(side - 1);
    const float at = start > -far && start < far ? start : far;
    first = static_cast<std::ptrdiff_t>(std::floor(at));
    part = at - std::floor(at);
    begin = std::clamp<std::ptrdiff_t>(-first, 0, side + 1);
    end = std::clamp<std::ptrdiff_t>(length - first, begin, side + 1);
  }
};

// out = (1 - part) a + part b
HWY_INLINE void Between(std::ptrdiff_t n, float part, const float* a, const float* b, float* out) {
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    const auto low = hn::LoadU(d, a + i);
    hn::StoreU(hn::MulAdd(hn::Set(d, part), hn::Sub(hn::LoadU(d, b + i), low), low), d, out + i);
  });
}

// out += weight a
HWY_INLINE void AddScaled(std::ptrdiff_t n, float weight, const float* a, float* out) {
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    hn::StoreU(hn::MulAdd(hn::Set(d, weight), hn::LoadU(d, a + i), hn::LoadU(d, out + i)), d,
               out + i);
  });
}

// What is to be seen in a row of pixels, one plane of `stride` a channel.
HWY_INLINE void Channels(std::ptrdiff_t n, int channels, const float* gamma, const float* x,
                         const float* psi, std::ptrdiff_t stride, float* out) {
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    const auto mean = hn::LoadU(d, psi + i), error = hn::Sub(hn::LoadU(d, x + i), mean);
    hn::StoreU(hn::Mul(hn::LoadU(d, gamma + i), error), d, out + i);
    if (channels > 1) hn::StoreU(mean, d, out + stride + i);
    if (channels > 2) hn::StoreU(hn::Mul(mean, error), d, out + 2 * stride + i);
  });
}

// one component
void Look(const WindowShape& s, const float* gamma, const float* x, const float* psi,
          const float* p, float* seen) {
  const std::ptrdiff_t side = s.window, row = side + 1, planes = s.channels * row;
  const Axis across(p[0], side, s.width), down(p[1], side, s.height);
  // a row of pixels, and this and the row before at the window's columns
  std::vector<float> scratch(3 * planes, 0.0F);
  float *pixels = scratch.data(), *above = pixels + planes, *below = above + planes;
  for (std::ptrdiff_t i = 0; i <= side; ++i) {
    std::swap(above, below);
    std::fill(below, below + planes, 0.0F);
    if (i >= down.begin && i < down.end) {
      const std::ptrdiff_t at = (down.first + i) * s.width + across.first + across.begin;
      Channels(across.end - across.begin, s.channels, gamma + at, x + at, psi + at, row,
               pixels + across.begin);
      for (int c = 0; c < s.channels; ++c) {
        const float* plane = pixels + c * row;
        Between(side, across.part, plane, plane + 1, below + c * row);
      }
    }
    if (i == 0) continue;
    float* out = seen + (i - 1) * side * s.channels;
    for (int c = 0; c < s.channels; ++c) {
      const float *a = above + c * row, *b = below + c * row;
      for (std::ptrdiff_t j = 0; j < side; ++j) {
        out[j * s.channels + c] = a[j] + down.part * (b[j] - a[j]);
      }
    }
  }
}

void LookGradient(const WindowShape& s, const float* gamma, const float* x, const float* psi,
                  const float* p, const float* dseen, float* dpsi) {
  const std::ptrdiff_t side = s.window, row = side + 1, planes = s.channels * row;
  const Axis across(p[0], side, s.width), down(p[1], side, s.height);
  std::fill(dpsi, dpsi + static_cast<std::ptrdiff_t>(s.height) * s.width, 0.0F);
  std::vector<float> scratch(planes + side);
  float *pixels = scratch.data(), *columns = pixels + planes;
  for (std::ptrdiff_t i = down.begin; i < down.end; ++i) {
    std::fill(pixels, pixels + planes, 0.0F);
    for (int c = 0; c < s.channels; ++c) {
      // rows i-1 and i of the window lie beside row i of the pixels
      const auto gradient = [&](std::ptrdiff_t r, std::ptrdiff_t j) {
        return r < 0 || r >= side ? 0.0F : dseen[(r * side + j) * s.channels + c];
      };
      for (std::ptrdiff_t j = 0; j < side; ++j) {
        columns[j] = down.part * gradient(i - 1, j) + (1.0F - down.part) * gradient(i, j);
      }
      AddScaled(side, 1.0F - across.part, columns, pixels + c * row);
      AddScaled(side, across.part, columns, pixels + c * row + 1);
    }
    const std::ptrdiff_t at = (down.first + i) * s.width + across.first;
    for (std::ptrdiff_t j = across.begin; j < across.end; ++j) {
      float sum = -gamma[at + j] * pixels[j];
      if (s.channels > 1) sum += pixels[row + j];
      if (s.channels > 2) sum += (x[at + j] - 2.0F * psi[at + j]) * pixels[2 * row + j];
      dpsi[at + j] = sum;
    }
  }
}

// Logits above the dark at the pixels of row i, and how they change with the place.
struct MovedRow {
  const WindowShape& shape;
  const float* logits;
  float dark;
  const Axis &across, &down;
  std::vector<float> above, below, row, column_change;

  MovedRow(const WindowShape& s, const float* logits_, float dark_, const Axis& across_,
           const Axis& down_)
      : shape(s), logits(logits_), dark(dark_), across(across_), down(down_) {
    for (auto* buffer : {&above, &below, &row, &column_change}) buffer->resize(s.window + 1);
  }

  // row r of the window at the pixels, 0 beside it
  void shift(std::ptrdiff_t r, std::vector<float>& out) const {
    const std::ptrdiff_t side = shape.window;
    std::fill(out.begin(), out.end(), 0.0F);
    if (r < 0 || r >= side) return;
    const float *from = logits + r * side, part = across.part;
    // pixel j lies between columns j-1 and j
    out[0] = (1.0F - part) * (from[0] - dark);
    for (std::ptrdiff_t j = 1; j < side; ++j) {
      out[j] = from[j] + part * (from[j - 1] - from[j]) - dark;
    }
    out[side] = part * (from[side - 1] - dark);
  }

  void at(std::ptrdiff_t i) {
    shift(i - 1, above);
    shift(i, below);
    for (std::ptrdiff_t j = 0; j <= shape.window; ++j) {
      row[j] = below[j] + down.part * (above[j] - below[j]);
    }
  }

  // at(i) was called; d row / d p of x
  void change(std::ptrdiff_t i) {
    const std::ptrdiff_t side = shape.window;
    const auto logit = [&](std::ptrdiff_t r, std::ptrdiff_t c) {
      return r < 0 || r >= side || c < 0 || c >= side ? 0.0F : logits[r * side + c] - dark;
    };
    for (std::ptrdiff_t j = 0; j <= side; ++j) {
      column_change[j] = down.part * (logit(i - 1, j - 1) - logit(i - 1, j)) +
                         (1.0F - down.part) * (logit(i, j - 1) - logit(i, j));
    }
  }
};

void Draw(const WindowShape& s, const float* logits, const float* p, float dark, float* psi) {
  const Axis across(p[0], s.window, s.width), down(p[1], s.window, s.height);
  std::fill(psi, psi + static_cast<std::ptrdiff_t>(s.height) * s.width,
            1.0F / (1.0F + std::exp(-dark)));
  MovedRow moved(s, logits, dark, across, down);
  for (std::ptrdiff_t i = down.begin; i < down.end; ++i) {
    moved.at(i);
    float* out = psi + (down.first + i) * s.width + across.first + across.begin;
    const float* row = moved.row.data() + across.begin;
    ForEachVector(across.end - across.begin, [&](auto d, std::ptrdiff_t j) HWY_ATTR {
      hn::StoreU(FastSigmoid(d, hn::Add(hn::LoadU(d, row + j), hn::Set(d, dark))), d, out + j);
    });
  }
}

void DrawGradient(const WindowShape& s, const float* logits, const float* p, float dark,
                  const float* psi, const float* dpsi, float* dlogits, float* dp) {
  const std::ptrdiff_t side = s.window;
  const Axis across(p[0], side, s.width), down(p[1], side, s.height);
  std::fill(dlogits, dlogits + side * side, 0.0F);
  MovedRow moved(s, logits, dark, across, down);
  std::vector<float> gradient(side + 1, 0.0F), columns(side);
  double dx = 0.0, dy = 0.0;
  for (std::ptrdiff_t i = down.begin; i < down.end; ++i) {
    moved.at(i);
    moved.change(i);
    const std::ptrdiff_t at = (down.first + i) * s.width + across.first;
    float row_dx = 0.0F, row_dy = 0.0F;
    for (std::ptrdiff_t j = across.begin; j < across.end; ++j) {
      const float mean = psi[at + j], g = dpsi[at + j] * mean * (1.0F - mean);
      gradient[j] = g;
      row_dx += g * moved.column_change[j];
      row_dy += g * (moved.above[j] - moved.below[j]);
    }
    dx += row_dx;
    dy += row_dy;
    for (std::ptrdiff_t j = 0; j < side; ++j) {
      columns[j] = (1.0F - across.part) * gradient[j] + across.part * gradient[j + 1];
    }
    if (i > 0) AddScaled(side, down.part, columns.data(), dlogits + (i - 1) * side);
    if (i < side) AddScaled(side, 1.0F - down.part, columns.data(), dlogits + i * side);
  }
  dp[0] = static_cast<float>(dx);
  dp[1] = static_cast<float>(dy);
}

}  // namespace HWY_NAMESPACE
}  // namespace rnem::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "rnem/machine/parallel.h"

namespace rnem::kernels {
namespace {

HWY_EXPORT(Look);
HWY_EXPORT(LookGradient);
HWY_EXPORT(Draw);
HWY_EXPORT(DrawGradient);

// Calls body(component, its sequence's frame, its own, its window) with where those begin.
template <class F>
void for_each_window(const WindowShape& s, F&& body) {
  const std::int64_t pixels = static_cast<std::int64_t>(s.height) * s.width;
  machine::parallel_for(s.batch * s.components, 1, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t n = begin; n < end; ++n) {
      body(n, n / s.components * pixels, n * pixels,
           n * static_cast<std::int64_t>(s.window) * s.window);
    }
  });
}

}  // namespace

void look_forward(const WindowShape& s, const float* gamma, const float* x, const float* psi,
                  const float* p, float* seen) {
  for_each_window(s, [&](std::int64_t n, std::int64_t frame, std::int64_t own, std::int64_t at) {
    HWY_DYNAMIC_DISPATCH(Look)
    (s, gamma + own, x + frame, psi + own, p + 2 * n, seen + at * s.channels);
  });
}

void look_backward(const WindowShape& s, const float* gamma, const float* x, const float* psi,
                   const float* p, const float* dseen, float* dpsi) {
  for_each_window(s, [&](std::int64_t n, std::int64_t frame, std::int64_t own, std::int64_t at) {
    HWY_DYNAMIC_DISPATCH(LookGradient)
    (s, gamma + own, x + frame, psi + own, p + 2 * n, dseen + at * s.channels, dpsi + own);
  });
}

void draw_forward(const WindowShape& s, const float* logits, const float* p, float dark,
                  float* psi) {
  for_each_window(s, [&](std::int64_t n, std::int64_t, std::int64_t own, std::int64_t at) {
    HWY_DYNAMIC_DISPATCH(Draw)(s, logits + at, p + 2 * n, dark, psi + own);
  });
}

void draw_backward(const WindowShape& s, const float* logits, const float* p, float dark,
                   const float* psi, const float* dpsi, float* dlogits, float* dp) {
  for_each_window(s, [&](std::int64_t n, std::int64_t, std::int64_t own, std::int64_t at) {
    HWY_DYNAMIC_DISPATCH(DrawGradient)
    (s, logits + at, p + 2 * n, dark, psi + own, dpsi + own, dlogits + at, dp + 2 * n);
  });
}

}  // namespace rnem::kernels
#endif
