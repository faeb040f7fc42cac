// Central differences against analytic gradients, in double precision.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "rnem/rng.h"
#include "rnem/torch.h"

namespace rnem::testing {

using Named = std::vector<std::pair<std::string, torch::Tensor>>;

// Values in (-1, 1), away from the kinks of relu and elu at most points; a function of the name.
inline torch::Tensor random_double(const std::string& name, std::vector<std::int64_t> shape) {
  torch::Tensor value = torch::empty(shape, torch::kFloat64);
  Rng rng(11, name);
  for (std::int64_t i = 0; i < value.numel(); ++i) {
    value.data_ptr<double>()[i] = rng.uniform(-1.0, 1.0);
  }
  return value.set_requires_grad(true);
}

// The largest difference, relative to the largest gradient of that tensor, over `probes` random
// entries of every input; all_matter: none may have a zero gradient. `scalar` recomputes the loss
// from the inputs' current values.
inline double gradient_error(const std::function<torch::Tensor()>& scalar, const Named& inputs,
                             int probes = 12, bool all_matter = true) {
  for (const auto& [name, input] : inputs) torch::Tensor(input).mutable_grad() = torch::Tensor();
  scalar().backward();
  // 1e-5: truncation h^2 and rounding eps/h are both about 1e-10 of values near 1
  constexpr double kStep = 1e-5;
  double worst = 0.0;
  for (const auto& [name, input] : inputs) {
    EXPECT_TRUE(input.grad().defined()) << name;
    if (!input.grad().defined()) return 1.0;
    const double largest = input.grad().abs().max().item<double>();
    if (all_matter) {
      EXPECT_GT(largest, 0.0) << name << " has no gradient at all";
    }
    Rng rng(5, name);
    for (int probe = 0; probe < probes; ++probe) {
      const auto index = static_cast<std::int64_t>(rng.below(input.numel()));
      const torch::NoGradGuard no_grad;
      double& value = input.data_ptr<double>()[index];
      const double analytic = input.grad().reshape(-1)[index].item<double>();
      const double saved = value;
      value = saved + kStep;
      double up, down;
      {
        const torch::AutoGradMode enable(true);
        up = scalar().item<double>();
        value = saved - kStep;
        down = scalar().item<double>();
      }
      value = saved;
      worst = std::max(worst, std::abs((up - down) / (2 * kStep) - analytic) / (largest + 1e-12));
    }
  }
  return worst;
}

constexpr double kGradientTolerance = 1e-6;  // see kStep: 1e-10 of the loss over gradients >= 1e-4

}  // namespace rnem::testing
