// Convolutions as networks have them: blocks convolution → layer norm → activation, and runs of
// such blocks, fused over layers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rnem/ops/kernels/block.h"
#include "rnem/ops/kernels/strided_conv.h"

namespace rnem::kernels {

constexpr int kWindow = 4;  // the only window the networks use

// A 4×4 convolution of stride 2: its input is the large image, and it is `down` with its weights
// for taps. Its data gradient is `up`.
StridedShape downsampling_shape(int height, int width, int in, int out);

// Nearest-neighbour ×2, then a 4×4 convolution: its input is the small image. Along one axis the
// even pixels of the enlarged image see taps (w0, w1+w2, w3) of small pixels m-1, m, m+1 and the
// odd ones (w0+w1, w2+w3) of m, m+1, which is `up` with 5 taps (w3, w2+w3, w1+w2, w0+w1, w0):
// 25 multiply-adds a small pixel in place of 64. Its data gradient is `down`.
StridedShape upsampling_shape(int height, int width, int in, int out);

// Between the weights of a layer [out,in,4,4] and its taps.
void weights_to_taps(const StridedShape& shape, const float* weight, float* taps);
// the transpose of that map: what a gradient of the taps says about the weights
void taps_to_weights(const StridedShape& shape, const float* taps, float* weight);

// A layer's weights as its convolutions read them, forward and backward; the size is in floats.
// Packing takes as long as the convolutions of a few samples, so it is done once for many calls.
std::size_t packed_weights_size(Precision precision, const StridedShape& shape);
void pack_weights(Precision precision, const StridedShape& shape, const float* weight,
                  float* packed);

struct ConvBlock {
  StridedShape shape;   // of downsampling_shape or upsampling_shape
  const float* packed;  // of pack_weights, in the same precision
  const float* bias;    // [out] or null
  NormActivation after;
  Precision precision = Precision::kFloat32;

  bool upsamples() const { return shape.k == kWindow + 1; }
  MapShape input() const;
  MapShape output() const;
  // Whether the forward pass must leave its output: the convolution's with a layer norm, the
  // activation's without. Convolutions of a frame are faster computed again.
  bool kept() const { return upsamples() || !shape.few_channels() || !after.on(); }
};

// A thread takes one sample through all layers before the next, so that maps stay in its L2 cache.
// Of a block only the convolution's output and the norm's two numbers are kept for the backward
// pass, and where the convolution is cheap (one to three input channels) not even that.
class ConvStack {
 public:
  // The output of each block is the input of the next, and all shapes are supported().
  explicit ConvStack(std::vector<ConvBlock> blocks);

  // floats of scratch that the calls below need
  std::size_t forward_workspace() const;
  std::size_t backward_workspace() const;

  // x [N,h,w,in] -> y [N,h',w',out]. `kept` is one a block, empty where !kept() or when no gradient
  // is wanted. If the last block keeps its activation, kept.back().map is y.
  void forward(std::int64_t n, const float* x, const std::vector<Kept>& kept, float* y,
               float* workspace) const;

  // Overwrites the gradients (of a bias where there is one, of scale and shift where there is a
  // layer norm); dx may be null.
  void backward(std::int64_t n, const float* x, const std::vector<Kept>& kept, const float* dy,
                float* dx, const std::vector<BlockGradient>& gradients, float* workspace) const;

 private:
  std::vector<ConvBlock> blocks_;
};

}  // namespace rnem::kernels
