// A run of blocks convolution → layer norm → activation, fused over layers.
//
// A thread takes one sample through all layers before the next, so that maps stay in its L2 cache.
// Of a block only the convolution's output and the norm's two numbers are kept for the backward
// pass, and where the convolution is cheap (one to three input channels) not even that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rnem/ops/kernels/conv_block.h"
#include "rnem/ops/kernels/kept.h"

namespace rnem::kernels {

class ConvStack {
 public:
  // The output of each block is the input of the next, and all shapes are supported().
  explicit ConvStack(std::vector<ConvBlock> blocks);

  const std::vector<ConvBlock>& blocks() const { return blocks_; }

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
