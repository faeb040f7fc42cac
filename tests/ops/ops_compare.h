// Runs one operator with the fast and the reference implementation and compares everything that
// comes out: the value and the gradient of every input.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rnem/ops/ops.h"

namespace rnem::ops {

// float32 sums in another order, and functions good to a few ulps: relative to the largest number
inline constexpr double kOpsTolerance = 1e-4;

using Expression = std::function<Tensor(const Ops&, const std::vector<Tensor>&)>;

// Empty if fast operators of this precision and the reference agree, else what differs by how
// much. The gradient that arrives at the value is made of bf16 numbers.
std::string compare_ops(const Expression& expression, const std::vector<Tensor>& inputs,
                        double tolerance = kOpsTolerance,
                        Precision precision = Precision::kFloat32);

// |fast - reference| / |reference| of the value, and of all gradients as one vector.
struct OpsError {
  double value, gradients;
};
OpsError ops_error(const Expression& expression, const std::vector<Tensor>& inputs,
                   Precision precision);

Tensor rounded_to_bf16(const Tensor& x);  // float32, without a graph

}  // namespace rnem::ops
