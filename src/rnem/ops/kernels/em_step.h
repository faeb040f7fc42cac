// The pixel-wise parts of an EM step: masked residual, E-step and loss, each in one pass.
//
// psi, gamma [B,K,D] pixel means and responsibilities; x, y [B,D] frames.
#pragma once

#include <cstdint>

namespace rnem::kernels {

struct PixelShape {
  std::int64_t batch;
  int components;       // K
  std::int64_t pixels;  // D
};

// gamma_k (x - psi_k)
void residual_forward(const PixelShape& shape, const float* gamma, const float* x, const float* psi,
                      float* residual);
// dpsi = -gamma dresidual
void residual_backward(const PixelShape& shape, const float* gamma, const float* dresidual,
                       float* dpsi);

// E-step: p_k = y psi_k + (1-y)(1-psi_k) + 1e-6, gamma_k = p_k / sum_j p_j, and the loss
//   intra = -sum gamma_k (y log psi_k + (1-y) log(1-psi_k))
//   inter = -sum (1 - gamma_k) log(1-psi_k)                    (pixel prior 0)
// summed over pixels and components, with psi clipped to [1e-6, 1-1e-6] inside logarithms.
// Writes gamma [B,K,D], intra and inter [B].
void step_loss_forward(const PixelShape& shape, const float* psi, const float* y, float* gamma,
                       float* intra, float* inter);

// dpsi of sum_b dtotal[b] (intra[b] + inter_weight inter[b]), gamma taken as constant.
void step_loss_backward(const PixelShape& shape, const float* psi, const float* y,
                        const float* gamma, float inter_weight, const float* dtotal, float* dpsi);

}  // namespace rnem::kernels
