// Rounding floats to bf16, to nearest with ties to even. A NaN stays one.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rnem::kernels {

using Bf16 = std::uint16_t;
using Bf16Pair = std::uint32_t;  // the first of two is the lower half: as they lie in memory

Bf16 to_bf16(float value);
float from_bf16(Bf16 value);

// to[i] = from[i] for i < n
void round_to_bf16(const float* from, std::ptrdiff_t n, Bf16* to);
// the same as floats; `to` may be `from`
void round_to_bf16(const float* from, std::ptrdiff_t n, float* to);

// to[i] = (from[2i], from[2i+1]) for i < n / 2; n is even
void adjacent_pairs(const float* from, std::ptrdiff_t n, Bf16Pair* to);
// to[i] = (first[i], second[i]) for i < n; a null `second` is zeros
void matching_pairs(const float* first, const float* second, std::ptrdiff_t n, Bf16Pair* to);

}  // namespace rnem::kernels
