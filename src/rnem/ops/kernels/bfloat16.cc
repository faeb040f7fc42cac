#include "rnem/ops/kernels/bfloat16.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rnem/ops/kernels/bfloat16.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <bit>

#include "rnem/ops/kernels/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace rnem::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// the bf16 in the upper half of each lane; the lower half is not cleared
template <class D, class DU = hn::RebindToUnsigned<D>>
HWY_INLINE hn::Vec<DU> RoundedBits(D d, const float* from) {
  const DU du;
  const auto x = hn::LoadU(d, from);
  const auto bits = hn::BitCast(du, x);
  // just under half a unit, and the rest of it where that makes the last bit even
  const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1));
  const auto rounded = hn::Add(bits, hn::Add(hn::Set(du, 0x7FFF), odd));
  // a carry could make a NaN infinite or zero: it only gets its quiet bit
  const auto quiet = hn::Or(bits, hn::Set(du, 0x00400000));
  return hn::IfThenElse(hn::RebindMask(du, hn::IsNaN(x)), quiet, rounded);
}

void RoundToHalf(const float* from, std::ptrdiff_t n, Bf16* to) {
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    const hn::RebindToSigned<decltype(d)> di;
    const hn::Rebind<Bf16, decltype(d)> dh;
    const auto upper = hn::ShiftRight<16>(RoundedBits(d, from + i));
    hn::StoreU(hn::DemoteTo(dh, hn::BitCast(di, upper)), dh, to + i);
  });
}

void RoundToFloat(const float* from, std::ptrdiff_t n, float* to) {
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    const hn::RebindToUnsigned<decltype(d)> du;
    const auto upper = hn::And(RoundedBits(d, from + i), hn::Set(du, 0xFFFF0000));
    hn::StoreU(hn::BitCast(d, upper), d, to + i);
  });
}

void MatchingPairs(const float* first, const float* second, std::ptrdiff_t n, Bf16Pair* to) {
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    const hn::RebindToUnsigned<decltype(d)> du;
    auto pair = hn::ShiftRight<16>(RoundedBits(d, first + i));
    if (second != nullptr) {
      pair = hn::Or(pair, hn::And(RoundedBits(d, second + i), hn::Set(du, 0xFFFF0000)));
    }
    hn::StoreU(pair, du, to + i);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace rnem::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rnem::kernels {

HWY_EXPORT(RoundToHalf);
HWY_EXPORT(RoundToFloat);
HWY_EXPORT(MatchingPairs);

Bf16 to_bf16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (value != value) return static_cast<Bf16>(bits >> 16 | 0x40);
  return static_cast<Bf16>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

float from_bf16(Bf16 value) { return std::bit_cast<float>(std::uint32_t{value} << 16); }

void round_to_bf16(const float* from, std::ptrdiff_t n, Bf16* to) {
  HWY_DYNAMIC_DISPATCH(RoundToHalf)(from, n, to);
}

void round_to_bf16(const float* from, std::ptrdiff_t n, float* to) {
  HWY_DYNAMIC_DISPATCH(RoundToFloat)(from, n, to);
}

void adjacent_pairs(const float* from, std::ptrdiff_t n, Bf16Pair* to) {
  // vector stores have no type: two neighbours are a pair
  round_to_bf16(from, n, reinterpret_cast<Bf16*>(to));
}

void matching_pairs(const float* first, const float* second, std::ptrdiff_t n, Bf16Pair* to) {
  HWY_DYNAMIC_DISPATCH(MatchingPairs)(first, second, n, to);
}

}  // namespace rnem::kernels
#endif
