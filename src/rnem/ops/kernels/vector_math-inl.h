// Exponential, logarithm and activations of a Highway vector, for any width.
//
// Errors are a few float ulps of the result (or, for elu and tanh near 0, of 1), which is all that
// training in float32 can use; that makes them several times cheaper than exact versions.

// Highway includes this once per instruction set: the usual guard would hide all but the first
#if defined(RNEM_VECTOR_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef RNEM_VECTOR_MATH_INL_H_
#undef RNEM_VECTOR_MATH_INL_H_
#else
#define RNEM_VECTOR_MATH_INL_H_
#endif

#include <hwy/highway.h>

#include "rnem/ops/kernels/block.h"

HWY_BEFORE_NAMESPACE();
namespace rnem::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Calls body(d, i) with vectors that cover [0, n) exactly: full ones, then ever shorter ones, so
// that nothing beyond n is touched.
template <class F>
HWY_INLINE void ForEachVector(std::ptrdiff_t n, F&& body) {
  std::ptrdiff_t i = 0;
  constexpr hn::CappedTag<float, 16> d16;
  constexpr std::ptrdiff_t full = hn::MaxLanes(d16);
  for (; i + full <= n; i += full) body(d16, i);
  if constexpr (full > 8) {
    constexpr hn::CappedTag<float, 8> d8;
    for (; i + 8 <= n; i += 8) body(d8, i);
  }
  if constexpr (full > 4) {
    constexpr hn::CappedTag<float, 4> d4;
    for (; i + 4 <= n; i += 4) body(d4, i);
  }
  constexpr hn::CappedTag<float, 1> d1;
  for (; i < n; ++i) body(d1, i);
}

// exp(x) = 2^n exp(r), |r| <= ln(2)/2; the polynomial is Cephes' expf
template <class D, class V = hn::Vec<D>>
HWY_INLINE V FastExp(D d, V x) {
  // beyond these the result leaves the normal floats
  x = hn::Min(hn::Max(x, hn::Set(d, -87.3F)), hn::Set(d, 88.0F));
  // adding 1.5 · 2^23 rounds to an integer and leaves it in the low bits
  const V magic = hn::Set(d, 12582912.0F);
  const V shifted = hn::MulAdd(x, hn::Set(d, 1.44269504088896341F), magic);
  const V n = hn::Sub(shifted, magic);
  // ln(2) in two parts, the first exact in few bits
  const V r =
      hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4F), hn::NegMulAdd(n, hn::Set(d, 0.693359375F), x));
  V p = hn::Set(d, 1.9875691500e-4F);
  p = hn::MulAdd(p, r, hn::Set(d, 1.3981999507e-3F));
  p = hn::MulAdd(p, r, hn::Set(d, 8.3334519073e-3F));
  p = hn::MulAdd(p, r, hn::Set(d, 4.1665795894e-2F));
  p = hn::MulAdd(p, r, hn::Set(d, 1.6666665459e-1F));
  p = hn::MulAdd(p, r, hn::Set(d, 5.0000001201e-1F));
  p = hn::Add(hn::MulAdd(p, hn::Mul(r, r), r), hn::Set(d, 1.0F));
  const hn::RebindToSigned<D> di;
  // the low bits of `shifted`, moved into the exponent field, on top of the bits of 1
  const auto power = hn::Add(hn::ShiftLeft<23>(hn::BitCast(di, shifted)), hn::Set(di, 0x3F800000));
  return hn::Mul(p, hn::BitCast(d, power));
}

// log(x) of a normal positive x = m 2^e, sqrt(1/2) <= m < sqrt(2); the polynomial is Cephes' logf
template <class D, class V = hn::Vec<D>>
HWY_INLINE V FastLog(D d, V x) {
  const hn::RebindToSigned<D> di;
  // subtracting the bits of sqrt(1/2) makes the exponent field count from there
  const auto bits = hn::Sub(hn::BitCast(di, x), hn::Set(di, 0x3F3504F3));
  const V e = hn::ConvertTo(d, hn::ShiftRight<23>(bits));
  const auto mantissa = hn::Add(hn::And(bits, hn::Set(di, 0x007FFFFF)), hn::Set(di, 0x3F3504F3));
  const V f = hn::Sub(hn::BitCast(d, mantissa), hn::Set(d, 1.0F));
  V p = hn::Set(d, 7.0376836292e-2F);
  p = hn::MulAdd(p, f, hn::Set(d, -1.1514610310e-1F));
  p = hn::MulAdd(p, f, hn::Set(d, 1.1676998740e-1F));
  p = hn::MulAdd(p, f, hn::Set(d, -1.2420140846e-1F));
  p = hn::MulAdd(p, f, hn::Set(d, 1.4249322787e-1F));
  p = hn::MulAdd(p, f, hn::Set(d, -1.6668057665e-1F));
  p = hn::MulAdd(p, f, hn::Set(d, 2.0000714765e-1F));
  p = hn::MulAdd(p, f, hn::Set(d, -2.4999993993e-1F));
  p = hn::MulAdd(p, f, hn::Set(d, 3.3333331174e-1F));
  const V f2 = hn::Mul(f, f);
  V r = hn::Mul(hn::Mul(p, f2), f);
  r = hn::MulAdd(e, hn::Set(d, -2.12194440e-4F), r);
  r = hn::NegMulAdd(f2, hn::Set(d, 0.5F), r);
  return hn::Add(hn::MulAdd(e, hn::Set(d, 0.693359375F), r), f);
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V FastSigmoid(D d, V x) {
  const V one = hn::Set(d, 1.0F);
  return hn::Div(one, hn::Add(one, FastExp(d, hn::Neg(x))));
}

template <Activation activation, class D, class V = hn::Vec<D>>
HWY_INLINE V Activate(D d, V x) {
  if constexpr (activation == Activation::kRelu) return hn::Max(x, hn::Zero(d));
  if constexpr (activation == Activation::kElu) {
    const V one = hn::Set(d, 1.0F);
    return hn::IfThenElse(hn::Gt(x, hn::Zero(d)), x, hn::Sub(FastExp(d, x), one));
  }
  if constexpr (activation == Activation::kTanh) {
    const V two = hn::Set(d, 2.0F);
    return hn::MulSub(two, FastSigmoid(d, hn::Mul(two, x)), hn::Set(d, 1.0F));
  }
  if constexpr (activation == Activation::kSigmoid) return FastSigmoid(d, x);
  return x;
}

// gradient · activation'(x), given y = activation(x)
template <Activation activation, class D, class V = hn::Vec<D>>
HWY_INLINE V ActivationGradient(D d, V y, V gradient) {
  const V one = hn::Set(d, 1.0F);
  if constexpr (activation == Activation::kRelu) {
    return hn::IfThenElseZero(hn::Gt(y, hn::Zero(d)), gradient);
  }
  if constexpr (activation == Activation::kElu) {
    return hn::IfThenElse(hn::Gt(y, hn::Zero(d)), gradient, hn::MulAdd(gradient, y, gradient));
  }
  if constexpr (activation == Activation::kTanh) {
    return hn::Mul(gradient, hn::NegMulAdd(y, y, one));
  }
  if constexpr (activation == Activation::kSigmoid) {
    return hn::Mul(gradient, hn::Mul(y, hn::Sub(one, y)));
  }
  return gradient;
}

// Calls body with the activation as a compile-time constant.
template <class F>
HWY_INLINE void WithActivation(Activation activation, F&& body) {
  switch (activation) {
    case Activation::kIdentity:
      return body.template operator()<Activation::kIdentity>();
    case Activation::kRelu:
      return body.template operator()<Activation::kRelu>();
    case Activation::kElu:
      return body.template operator()<Activation::kElu>();
    case Activation::kTanh:
      return body.template operator()<Activation::kTanh>();
    case Activation::kSigmoid:
      return body.template operator()<Activation::kSigmoid>();
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace rnem::kernels
HWY_AFTER_NAMESPACE();

#endif
