#include "rnem/ops/kernels/adam.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rnem/ops/kernels/adam.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cmath>

#include "rnem/ops/kernels/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace rnem::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void Adam(const AdamStep& s, std::ptrdiff_t n, float* p, float* m, float* v, const float* g) {
  const float rate = s.learning_rate / s.bias_correction1;
  const float root_scale = 1.0F / std::sqrt(s.bias_correction2);
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    const auto gradient = hn::Mul(hn::LoadU(d, g + i), hn::Set(d, s.gradient_scale));
    const auto first = hn::MulAdd(hn::LoadU(d, m + i), hn::Set(d, s.beta1),
                                  hn::Mul(gradient, hn::Set(d, 1.0F - s.beta1)));
    const auto second =
        hn::MulAdd(hn::LoadU(d, v + i), hn::Set(d, s.beta2),
                   hn::Mul(hn::Mul(gradient, gradient), hn::Set(d, 1.0F - s.beta2)));
    hn::StoreU(first, d, m + i);
    hn::StoreU(second, d, v + i);
    const auto root = hn::MulAdd(hn::Sqrt(second), hn::Set(d, root_scale), hn::Set(d, s.epsilon));
    const auto change = hn::Div(hn::Mul(first, hn::Set(d, rate)), root);
    hn::StoreU(hn::Sub(hn::LoadU(d, p + i), change), d, p + i);
  });
}

// float sums of short runs, double sums of those
double SumOfSquares(const float* x, std::ptrdiff_t n) {
  constexpr std::ptrdiff_t kRun = 1024;
  double total = 0.0;
  for (std::ptrdiff_t begin = 0; begin < n; begin += kRun) {
    constexpr hn::CappedTag<float, 16> d;
    constexpr std::ptrdiff_t lanes = hn::MaxLanes(d);
    const std::ptrdiff_t end = begin + kRun < n ? begin + kRun : n;
    auto s0 = hn::Zero(d), s1 = hn::Zero(d);
    std::ptrdiff_t i = begin;
    for (; i + 2 * lanes <= end; i += 2 * lanes) {
      const auto a = hn::LoadU(d, x + i), b = hn::LoadU(d, x + i + lanes);
      s0 = hn::MulAdd(a, a, s0);
      s1 = hn::MulAdd(b, b, s1);
    }
    total += hn::GetLane(hn::SumOfLanes(d, hn::Add(s0, s1)));
    for (; i < end; ++i) total += double{x[i]} * x[i];
  }
  return total;
}

}  // namespace HWY_NAMESPACE
}  // namespace rnem::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <vector>

#include "rnem/machine/parallel.h"

namespace rnem::kernels {
namespace {

HWY_EXPORT(Adam);
HWY_EXPORT(SumOfSquares);

constexpr std::int64_t kGrain = 16384;  // below that a second thread costs more than it brings

}  // namespace

void adam_step(const AdamStep& step, std::int64_t n, float* p, float* m, float* v, const float* g) {
  machine::parallel_for(n, kGrain, [&](std::int64_t begin, std::int64_t end, int) {
    HWY_DYNAMIC_DISPATCH(Adam)(step, end - begin, p + begin, m + begin, v + begin, g + begin);
  });
}

double sum_of_squares(const float* x, std::int64_t n) {
  std::vector<double> parts(machine::max_threads(), 0.0);
  machine::parallel_for(n, kGrain, [&](std::int64_t begin, std::int64_t end, int thread) {
    parts[thread] = HWY_DYNAMIC_DISPATCH(SumOfSquares)(x + begin, end - begin);
  });
  double total = 0.0;
  for (const double part : parts) total += part;
  return total;
}

}  // namespace rnem::kernels
#endif
