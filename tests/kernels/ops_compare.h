// Runs one operator with the fast and the reference implementation and compares everything that
// comes out: the value and the gradient of every input.
#pragma once

#include <hwy/targets.h>

#include <functional>
#include <string>
#include <vector>

#include "rnem/kernels/parallel.h"
#include "rnem/model/ops.h"

namespace rnem::model {

// float32 sums in another order, and functions good to a few ulps: relative to the largest number
inline constexpr double kOpsTolerance = 1e-4;

using Expression = std::function<Tensor(const Ops&, const std::vector<Tensor>&)>;

// Empty if fast and reference agree, else what differs by how much.
std::string compare_ops(const Expression& expression, const std::vector<Tensor>& inputs,
                        double tolerance = kOpsTolerance);

// Calls body once for every instruction set this processor runs and 1 and 2 threads.
template <class F>
void for_each_machine(F&& body) {
  const int threads = kernels::max_threads();
  const auto all = hwy::SupportedTargets();
  for (auto left = all; left != 0; left &= left - 1) {
    const auto target = left & -left;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    for (const int count : {1, 2}) {
      kernels::set_threads(count);
      body(std::string(hwy::TargetName(target)) + " with " + std::to_string(count) + " threads");
    }
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  kernels::set_threads(threads);
}

}  // namespace rnem::model
