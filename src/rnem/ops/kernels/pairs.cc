#include "rnem/ops/kernels/pairs.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rnem/ops/kernels/pairs.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "rnem/ops/kernels/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace rnem::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// out = a + factor * b
void AddScaled(std::ptrdiff_t n, const float* a, float factor, const float* b, float* out) {
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    hn::StoreU(hn::MulAdd(hn::Set(d, factor), hn::LoadU(d, b + i), hn::LoadU(d, a + i)), d,
               out + i);
  });
}

// out = factor * a, returns a · b
float ScaleAndDot(std::ptrdiff_t n, const float* a, float factor, const float* b, float* out) {
  float dot = 0.0F;
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    const auto x = hn::LoadU(d, a + i);
    dot += hn::GetLane(hn::SumOfLanes(d, hn::Mul(x, hn::LoadU(d, b + i))));
    hn::StoreU(hn::Mul(hn::Set(d, factor), x), d, out + i);
  });
  return dot;
}

}  // namespace HWY_NAMESPACE
}  // namespace rnem::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <algorithm>

#include "rnem/machine/parallel.h"
#include "rnem/ops/kernels/norm_act.h"

namespace rnem::kernels {
namespace {

HWY_EXPORT(AddScaled);
HWY_EXPORT(ScaleAndDot);

void add_scaled(std::ptrdiff_t n, const float* a, float factor, const float* b, float* out) {
  HWY_DYNAMIC_DISPATCH(AddScaled)(n, a, factor, b, out);
}

// Calls body(pair, k, i) for all pairs of sequence b; k and i count over the whole batch.
template <class F>
void for_each_pair(const PairShape& s, std::int64_t b, F&& body) {
  std::int64_t pair = b * s.components * (s.components - 1);
  for (int k = 0; k < s.components; ++k) {
    for (int j = 0; j < s.components - 1; ++j, ++pair) {
      body(pair, b * s.components + k, b * s.components + (j < k ? j : j + 1));
    }
  }
}

}  // namespace

void pair_forward(const NormActivation& op, const PairShape& s, const float* focus,
                  const float* context, float* xi) {
  const MapShape shape{1, 1, s.m};
  machine::parallel_for(s.batch, 1, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t b = begin; b < end; ++b) {
      for_each_pair(s, b, [&](std::int64_t pair, std::int64_t k, std::int64_t i) {
        float* z = xi + pair * s.m;
        add_scaled(s.m, focus + k * s.m, 1.0F, context + i * s.m, z);
        norm_activate(op, shape, norm_stats(op, z, s.m), z, {z, s.m});
      });
    }
  });
}

std::size_t pair_backward_workspace(const PairShape& s) {
  return std::size_t{7} * machine::max_threads() * s.m;
}

void pair_backward(const NormActivation& op, const PairShape& s, const float* focus,
                   const float* context, const float* dxi, float* dfocus, float* dcontext,
                   const BlockGradient& gradient, float* workspace) {
  const MapShape shape{1, 1, s.m};
  const int m = s.m, threads = machine::max_threads();
  std::fill_n(workspace, pair_backward_workspace(s), 0.0F);
  machine::parallel_for(s.batch, 1, [&](std::int64_t begin, std::int64_t end, int thread) {
    float* mine = workspace + std::ptrdiff_t{7} * thread * m;
    const ChannelSums sums{mine, mine + m, mine + 2 * m, mine + 3 * m};
    float *z = mine + 5 * m, *dz = mine + 6 * m;
    const std::int64_t floats = std::int64_t{s.components} * m;
    std::fill(dfocus + begin * floats, dfocus + end * floats, 0.0F);
    std::fill(dcontext + begin * floats, dcontext + end * floats, 0.0F);
    for (std::int64_t b = begin; b < end; ++b) {
      for_each_pair(s, b, [&](std::int64_t pair, std::int64_t k, std::int64_t i) {
        const float* dy = dxi + pair * m;
        add_scaled(m, focus + k * m, 1.0F, context + i * m, z);
        const NormStats stats = norm_stats(op, z, m);
        if (op.on()) {
          norm_activate_gradient(op, shape, stats, z, {}, dy, {dz, m}, sums);
        } else {
          norm_activate(op, shape, stats, z, {z, m});
          activate_gradient(op.activation, shape, z, dy, {dz, m}, sums.bias);
        }
        add_scaled(m, dfocus + k * m, 1.0F, dz, dfocus + k * m);
        add_scaled(m, dcontext + i * m, 1.0F, dz, dcontext + i * m);
      });
    }
  });
  if (!op.on()) return;
  for (int c = 0; c < m; ++c) {
    gradient.scale[c] = gradient.shift[c] = 0.0F;
    for (int t = 0; t < threads; ++t) {
      const float* sums = workspace + std::ptrdiff_t{7} * t * m;
      gradient.scale[c] += sums[m + c];
      gradient.shift[c] += sums[2 * m + c];
    }
  }
}

void attend_forward(const PairShape& s, const float* alpha, const float* effects, float* out) {
  const std::int64_t others = s.components - 1;
  machine::parallel_for(s.batch * s.components, 4, [&](std::int64_t begin, std::int64_t end, int) {
    std::fill(out + begin * s.m, out + end * s.m, 0.0F);
    for (std::int64_t pair = begin * others; pair < end * others; ++pair) {
      float* to = out + pair / others * s.m;
      add_scaled(s.m, to, alpha[pair], effects + pair * s.m, to);
    }
  });
}

void attend_backward(const PairShape& s, const float* alpha, const float* effects,
                     const float* dout, float* dalpha, float* deffects) {
  const std::int64_t others = s.components - 1;
  machine::parallel_for(s.pairs(), 16, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t pair = begin; pair < end; ++pair) {
      dalpha[pair] = HWY_DYNAMIC_DISPATCH(ScaleAndDot)(s.m, dout + pair / others * s.m, alpha[pair],
                                                       effects + pair * s.m, deffects + pair * s.m);
    }
  });
}

}  // namespace rnem::kernels
#endif
