// What a block linear map → layer norm → activation is described by, whatever its linear map is.
#pragma once

#include <cstddef>

namespace rnem::kernels {

enum class Activation { kIdentity, kRelu, kElu, kTanh, kSigmoid };

// How the linear maps multiply.
//
// bf16 is a float without its lower 16 bits: the same range, 8 bits of mantissa instead of 24.
// Both operands of a product are rounded to the nearest bf16 (ties to even) just before it; the
// products are summed in float, and all that is not a product of weights or maps stays float:
// master weights, biases, layer norms, activations, losses, what is kept for the backward pass.
enum class Precision {
  kFloat32,
  kBfloat16,  // with the processor's bf16 dot products: only where machine::has_native_bf16()
  kEmulatedBfloat16,  // the same products with float instructions: slower than float, for tests
};

// A sample is height × width pixels of `channels` floats; a dense layer's row is 1 × 1 × out.
struct MapShape {
  int height = 1, width = 1, channels = 1;

  int size() const { return height * width * channels; }
};

// A sample's map that may have a border.
template <class T>
struct View {
  T* data = nullptr;       // pixel (0,0), channel 0; channels are adjacent
  std::ptrdiff_t row = 0;  // from one row to the next
};
using ImageView = View<float>;

struct NormActivation {
  const float* scale = nullptr;  // [channels]; null: no layer norm
  const float* shift = nullptr;
  float epsilon = 0.0F;
  Activation activation = Activation::kIdentity;

  bool on() const { return scale != nullptr; }
};

// Of one sample, over all its pixels and channels.
struct NormStats {
  float mean = 0.0F;
  float rstd = 1.0F;  // 1 / sqrt(variance + epsilon)
};

// What N samples leave for the backward pass: the linear map's output with a layer norm, the
// activation's without. Both null if nothing is kept.
struct Kept {
  float* map = nullptr;        // [N, ...]
  NormStats* stats = nullptr;  // [N]; null without layer norm
};

// Gradients of a block's parameters.
struct BlockGradient {
  float* weight = nullptr;
  float* bias = nullptr;
  float* scale = nullptr;
  float* shift = nullptr;
};

}  // namespace rnem::kernels
