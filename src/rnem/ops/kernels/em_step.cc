#include "rnem/ops/kernels/em_step.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rnem/ops/kernels/em_step.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "rnem/ops/kernels/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace rnem::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr float kSmallest = 1e-6F;  // keeps logarithms and the E-step's quotient finite

template <class D, class V = hn::Vec<D>>
HWY_INLINE V Clip(D d, V psi) {
  return hn::Min(hn::Max(psi, hn::Set(d, kSmallest)), hn::Set(d, 1.0F - kSmallest));
}

void Residual(std::ptrdiff_t n, const float* gamma, const float* x, const float* psi, float* out) {
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    const auto difference = hn::Sub(hn::LoadU(d, x + i), hn::LoadU(d, psi + i));
    hn::StoreU(hn::Mul(hn::LoadU(d, gamma + i), difference), d, out + i);
  });
}

void NegativeProduct(std::ptrdiff_t n, const float* a, const float* b, float* out) {
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    hn::StoreU(hn::Neg(hn::Mul(hn::LoadU(d, a + i), hn::LoadU(d, b + i))), d, out + i);
  });
}

// one sequence
void StepLoss(const PixelShape& shape, const float* psi, const float* y, float* gamma, float* intra,
              float* inter) {
  const std::ptrdiff_t stride = shape.pixels;
  const int components = shape.components;
  // float sums of one vector of pixels at a time, double sums of those
  double intra_sum = 0.0, inter_sum = 0.0;
  ForEachVector(shape.pixels, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    const auto one = hn::Set(d, 1.0F), target = hn::LoadU(d, y + i);
    auto likelihood = hn::Zero(d);
    for (int k = 0; k < components; ++k) {
      const auto p = hn::LoadU(d, psi + k * stride + i);
      // y p + (1-y)(1-p), kept in gamma's place until the sum is known
      const auto mine =
          hn::Add(hn::MulAdd(target, p, hn::Mul(hn::Sub(one, target), hn::Sub(one, p))),
                  hn::Set(d, kSmallest));
      hn::StoreU(mine, d, gamma + k * stride + i);
      likelihood = hn::Add(likelihood, mine);
    }
    auto within = hn::Zero(d), between = hn::Zero(d);
    for (int k = 0; k < components; ++k) {
      // a quotient, not a product with 1 / sum: a single component has gamma 1 exactly
      const auto share = hn::Div(hn::LoadU(d, gamma + k * stride + i), likelihood);
      hn::StoreU(share, d, gamma + k * stride + i);
      const auto p = Clip(d, hn::LoadU(d, psi + k * stride + i));
      const auto log_on = FastLog(d, p), log_off = FastLog(d, hn::Sub(one, p));
      const auto fit = hn::MulAdd(target, hn::Sub(log_on, log_off), log_off);
      within = hn::NegMulAdd(share, fit, within);
      between = hn::NegMulAdd(hn::Sub(one, share), log_off, between);
    }
    intra_sum += hn::GetLane(hn::SumOfLanes(d, within));
    inter_sum += hn::GetLane(hn::SumOfLanes(d, between));
  });
  *intra = static_cast<float>(intra_sum);
  *inter = static_cast<float>(inter_sum);
}

// one component of one sequence
void StepLossGradient(std::ptrdiff_t n, const float* psi, const float* y, const float* gamma,
                      float inter_weight, float dtotal, float* dpsi) {
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    const auto one = hn::Set(d, 1.0F);
    const auto raw = hn::LoadU(d, psi + i), p = Clip(d, raw);
    const auto share = hn::LoadU(d, gamma + i), on = hn::Mul(share, hn::LoadU(d, y + i));
    // -gamma y / p + [gamma (1-y) + w (1-gamma)] / (1-p), as one quotient
    const auto off = hn::MulAdd(hn::Sub(one, share), hn::Set(d, inter_weight), hn::Sub(share, on));
    const auto other = hn::Sub(one, p);
    const auto gradient = hn::Div(
        hn::Mul(hn::MulSub(off, p, hn::Mul(on, other)), hn::Set(d, dtotal)), hn::Mul(p, other));
    // the clip passes no gradient
    hn::StoreU(hn::IfThenElseZero(hn::Eq(raw, p), gradient), d, dpsi + i);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace rnem::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "rnem/machine/parallel.h"

namespace rnem::kernels {
namespace {

HWY_EXPORT(Residual);
HWY_EXPORT(NegativeProduct);
HWY_EXPORT(StepLoss);
HWY_EXPORT(StepLossGradient);

// Calls body(sequence, first float of [b,k]) for every component of every sequence.
template <class F>
void for_each_component(const PixelShape& s, F&& body) {
  machine::parallel_for(s.batch * s.components, 1, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t i = begin; i < end; ++i) body(i / s.components, i * s.pixels);
  });
}

}  // namespace

void residual_forward(const PixelShape& s, const float* gamma, const float* x, const float* psi,
                      float* residual) {
  for_each_component(s, [&](std::int64_t b, std::int64_t at) {
    HWY_DYNAMIC_DISPATCH(Residual)
    (s.pixels, gamma + at, x + b * s.pixels, psi + at, residual + at);
  });
}

void residual_backward(const PixelShape& s, const float* gamma, const float* dresidual,
                       float* dpsi) {
  for_each_component(s, [&](std::int64_t, std::int64_t at) {
    HWY_DYNAMIC_DISPATCH(NegativeProduct)(s.pixels, gamma + at, dresidual + at, dpsi + at);
  });
}

void step_loss_forward(const PixelShape& s, const float* psi, const float* y, float* gamma,
                       float* intra, float* inter) {
  const std::int64_t floats = s.components * s.pixels;
  machine::parallel_for(s.batch, 1, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t b = begin; b < end; ++b) {
      HWY_DYNAMIC_DISPATCH(StepLoss)
      (s, psi + b * floats, y + b * s.pixels, gamma + b * floats, intra + b, inter + b);
    }
  });
}

void step_loss_backward(const PixelShape& s, const float* psi, const float* y, const float* gamma,
                        float inter_weight, const float* dtotal, float* dpsi) {
  for_each_component(s, [&](std::int64_t b, std::int64_t at) {
    HWY_DYNAMIC_DISPATCH(StepLossGradient)
    (s.pixels, psi + at, y + b * s.pixels, gamma + at, inter_weight, dtotal[b], dpsi + at);
  });
}

}  // namespace rnem::kernels
#endif
