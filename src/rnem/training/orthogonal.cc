#include "rnem/training/orthogonal.h"

namespace rnem::training {
namespace {

constexpr double kA = 3.4445, kB = -4.7750, kC = 2.0315;
constexpr int kSteps = 5;
constexpr double kSmallest = 1e-7;  // of a norm: a zero matrix stays zero

}  // namespace

torch::Tensor orthogonalised(const torch::Tensor& x) {
  const torch::Tensor matrix = x.flatten(1);
  const bool tall = matrix.size(0) > matrix.size(1);
  torch::Tensor wide = tall ? matrix.t() : matrix;
  wide = wide / (wide.norm() + kSmallest);
  // All steps are polynomials of A = x x^T, so they are done on that smaller matrix:
  // x_n = Q_n x_0, with A_n+1 = P A_n P and Q_n+1 = P Q_n for P = a + b A_n + c A_n^2.
  torch::Tensor a = wide.mm(wide.t()), q;
  for (int step = 0; step < kSteps; ++step) {
    torch::Tensor p = a.mm(a).mul_(kC).add_(a, kB);
    p.diagonal().add_(kA);
    q = q.defined() ? p.mm(q) : p;
    if (step + 1 < kSteps) a = p.mm(a).mm(p);
  }
  const torch::Tensor result = q.mm(wide);
  return (tall ? result.t() : result).reshape(x.sizes());
}

}  // namespace rnem::training
