// The operators of balls R-NEM with inputs of their sizes in training.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rnem/ops/ops.h"

namespace rnem::bench {

struct Operator {
  std::string name;
  double multiply_adds = 0.0;  // forward; 0: limited by memory, no rate
  std::vector<torch::Tensor> inputs;
  std::function<torch::Tensor(const ops::Ops&, const std::vector<torch::Tensor>&)> run;
};

std::vector<Operator> training_operators(std::int64_t batch, std::int64_t k);

}  // namespace rnem::bench
