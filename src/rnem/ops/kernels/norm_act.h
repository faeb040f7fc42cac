// Layer norm and activation of one sample in one go, and their gradient.
//
//   u = scale[c] (z - mean) rstd + shift[c],   y = activation(u)
//
// mean and rstd = 1/sqrt(variance + epsilon) are taken over the whole sample, scale and shift go
// with the channel. The backward pass needs z, mean and rstd only; u and y are computed again.
#pragma once

#include <cstddef>

#include "rnem/ops/kernels/block.h"

namespace rnem::kernels {

// Statistics of z [n]; mean 0 and rstd 1 without layer norm.
NormStats norm_stats(const NormActivation& op, const float* z, std::ptrdiff_t n);

// y = activation(norm(z)): z contiguous, y may have a border and may be z.
void norm_activate(const NormActivation& op, const MapShape& shape, const NormStats& stats,
                   const float* z, ImageView y);

// The gradient with respect to z, given that of y; sums over pixels are added to `sums`.
struct ChannelSums {
  float* bias;   // [channels] sum of dz: the gradient of a bias added before the norm
  float* scale;  // [channels] unused without layer norm
  float* shift;
  float* work;  // [2 * channels] scratch
};

// dy contiguous, may be dz; dz may have a border. y is what norm_activate gave, if it is at hand
// (else null data): that spares computing the activation.
void norm_activate_gradient(const NormActivation& op, const MapShape& shape, const NormStats& stats,
                            const float* z, ImageView y, const float* dy, ImageView dz,
                            const ChannelSums& sums);

// The same without layer norm, from the activation's output y instead of its input.
void activate_gradient(Activation activation, const MapShape& shape, const float* y,
                       const float* dy, ImageView dz, float* bias_sums);

}  // namespace rnem::kernels
