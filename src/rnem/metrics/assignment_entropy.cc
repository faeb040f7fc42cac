#include "rnem/metrics/assignment_entropy.h"

#include <cmath>

namespace rnem::metrics {

torch::Tensor assignment_entropy(const torch::Tensor& gamma, const torch::Tensor& pixels) {
  const torch::Tensor plain = gamma.detach();
  const torch::Tensor entropy = torch::special::entr(plain).sum(1).cpu().to(torch::kFloat64);
  const torch::Tensor chosen = pixels.cpu().to(torch::kFloat64);
  // 0 / 0 is NaN in both
  const double largest = std::log(static_cast<double>(gamma.size(1)));
  return (entropy * chosen).sum(1) / chosen.sum(1) / largest;
}

}  // namespace rnem::metrics
