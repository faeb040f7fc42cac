// How convolutions and dense layers multiply.
//
// bf16 is a float without its lower 16 bits: the same range, 8 bits of mantissa instead of 24.
// Both operands of a product are rounded to the nearest bf16 (ties to even) just before it; the
// products are summed in float, and all that is not a product of weights or maps stays float:
// master weights, biases, layer norms, activations, losses, what is kept for the backward pass.
#pragma once

namespace rnem::kernels {

enum class Arithmetic {
  kFloat32,
  kBfloat16,  // with the processor's bf16 dot products: only where machine::has_native_bf16()
  kEmulatedBfloat16,  // the same products with float instructions: slower than float, for tests
};

}  // namespace rnem::kernels
