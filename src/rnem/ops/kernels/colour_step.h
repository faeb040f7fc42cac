// The pixel-wise parts of an EM step on Gaussian pixels, each in one pass.
//
// A frame is D pixels of C channels, [D,C]; C is 1 or 3. psi [B,K,D,C]; gamma and mask [B,K,D];
// x, y and the background b [B,D,C].
#pragma once

#include <cstdint>

namespace rnem::kernels {

struct ColourShape {
  std::int64_t batch;
  int components;       // K
  std::int64_t pixels;  // D
  int channels;         // C
};

// drawn [B,K,D,C+1] = (c, a) -> psi = b + a (c - b), mask = a
void show_forward(const ColourShape& shape, const float* drawn, const float* b, float* psi,
                  float* mask);
// ddrawn = (a dpsi, (c - b) . dpsi + dmask); dpsi and dmask may be null: zeros
void show_backward(const ColourShape& shape, const float* drawn, const float* b, const float* dpsi,
                   const float* dmask, float* ddrawn);

// out [B,K,D,C+1] = (gamma (x - psi), mask)
void sight_forward(const ColourShape& shape, const float* gamma, const float* x, const float* psi,
                   const float* mask, float* out);
void sight_backward(const ColourShape& shape, const float* gamma, const float* dout, float* dpsi,
                    float* dmask);

// With s = 1 / 2 sigma²: off_k = s |y - psi_k|², gamma = softmax_k(-off_k),
//   intra = sum gamma_k off_k,  inter = sum (1 - gamma_k) s |psi_k - b|²
// summed over pixels and components: [B] each.
void gaussian_loss_forward(const ColourShape& shape, float s, const float* psi, const float* y,
                           const float* b, float* gamma, float* intra, float* inter);
// dpsi of sum_b dtotal[b] (intra[b] + inter_weight inter[b]), gamma taken as constant
void gaussian_loss_backward(const ColourShape& shape, float s, const float* psi, const float* y,
                            const float* b, const float* gamma, float inter_weight,
                            const float* dtotal, float* dpsi);

}  // namespace rnem::kernels
