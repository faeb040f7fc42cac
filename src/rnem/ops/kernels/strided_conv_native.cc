// The one unit that is compiled for AVX-512-bf16 (src/CMakeLists.txt): the bf16 convolutions with
// the processor's own dot product. Nothing here may run elsewhere. The linker keeps one copy of an
// inline function that several units define, so this one must define none that others could get:
// it includes no more than it must, and all its templates have an argument of an anonymous
// namespace, which makes them its own. tests/ops/native_unit_test.cc holds it to that.
#include <hwy/highway.h>
#include <immintrin.h>

#include "rnem/ops/kernels/strided_conv-inl.h"

static_assert(HWY_TARGET == HWY_AVX3, "this unit needs the flags of AVX-512");

HWY_BEFORE_NAMESPACE();
namespace rnem::kernels {
namespace HWY_NAMESPACE {
namespace {

// vdpbf16ps
struct NativeDot {
  using Word = Bf16Pair;
  using Factor = __m512bh;
  static constexpr int kPerWord = 2;

  static HWY_INLINE Factor Load(const Word* words) {
    return reinterpret_cast<Factor>(_mm512_loadu_si512(words));
  }
  static HWY_INLINE Factor Spread(Word word) {
    return reinterpret_cast<Factor>(_mm512_set1_epi32(static_cast<int>(word)));
  }
  static HWY_INLINE V Add(Factor x, Factor tap, V sum) {
    return V{_mm512_dpbf16_ps(sum.raw, x, tap)};
  }
};

void Down(const StridedShape& s, PairView large, const Bf16Pair* packed, const float* bias,
          ImageView small) {
  WideDown<NativeDot>(s, large, packed, bias, small);
}

void Up(const StridedShape& s, PairView small, const Bf16Pair* packed, const float* bias,
        ImageView large) {
  WideUp<NativeDot>(s, small, packed, bias, large);
}

void TapGradient(const StridedShape& s, PairView large, PairView small, float* taps) {
  WideTapGradient<NativeDot>(s, large, small, taps);
}

}  // namespace
}  // namespace HWY_NAMESPACE

PairKernels native_pair_kernels() {
  return {HWY_NAMESPACE::Down, HWY_NAMESPACE::Up, HWY_NAMESPACE::TapGradient};
}

}  // namespace rnem::kernels
HWY_AFTER_NAMESPACE();
