// What a component with a place sees and draws: a square of the frame that moves by parts of a
// pixel, so that a value in it lies between four pixels.
//
// psi, gamma [B,K,H*W]; x [B,H*W]; p [B*K,2] the middle of the window, x and y in pixels.
#pragma once

#include <cstdint>

namespace rnem::kernels {

struct WindowShape {
  std::int64_t batch;
  int components;        // K
  int height, width;     // of the frame
  int window, channels;  // the square's side; of what is seen: 1 to 3
};

// seen [B*K,window,window,channels]: gamma (x - psi), psi, psi (x - psi), 0 outside of the frame
void look_forward(const WindowShape& shape, const float* gamma, const float* x, const float* psi,
                  const float* p, float* seen);
// dpsi [B,K,H*W], all of it
void look_backward(const WindowShape& shape, const float* gamma, const float* x, const float* psi,
                   const float* p, const float* dseen, float* dpsi);

// psi of logits [B*K,window,window]; beside the window sigmoid(dark)
void draw_forward(const WindowShape& shape, const float* logits, const float* p, float dark,
                  float* psi);
void draw_backward(const WindowShape& shape, const float* logits, const float* p, float dark,
                   const float* psi, const float* dpsi, float* dlogits, float* dp);

}  // namespace rnem::kernels
