// The optimiser's update and the gradient norm, one pass each.
#pragma once

#include <cstdint>

namespace rnem::kernels {

struct AdamStep {
  float learning_rate = 1e-3F;
  float beta1 = 0.9F, beta2 = 0.999F;
  float epsilon = 1e-8F;
  float bias_correction1 = 1.0F;  // 1 - beta1^t, t >= 1
  float bias_correction2 = 1.0F;  // 1 - beta2^t
  float gradient_scale = 1.0F;    // of clipping
};

// g' = gradient_scale g;  m = beta1 m + (1-beta1) g';  v = beta2 v + (1-beta2) g'^2
// p -= learning_rate (m / bias_correction1) / (sqrt(v / bias_correction2) + epsilon)
void adam_step(const AdamStep& step, std::int64_t n, float* p, float* m, float* v, const float* g);

// Sum of x^2. The same bits for the same number of threads.
double sum_of_squares(const float* x, std::int64_t n);

}  // namespace rnem::kernels
