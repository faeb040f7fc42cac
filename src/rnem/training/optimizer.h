// The rules that turn gradients into weights.
//
//   sgd      m <- beta1 m + g                                p <- p - rate m
//   rmsprop  v <- beta2 v + (1 - beta2) g^2                  p <- p - rate g / (sqrt(v) + eps)
//   adam     m <- beta1 m + (1 - beta1) g, v as above,       p <- p - rate m' / (sqrt(v') + eps)
//            m' = m / (1 - beta1^t), v' = v / (1 - beta2^t)
//   muon     m as adam's, then for a weight of more than one axis
//            p <- p - 0.2 sqrt(max(rows, columns)) rate O((1 - beta1) g + beta1 m), see
//            orthogonal.h: the size of Adam's steps, spread evenly over all directions; the rest as
//            adam
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rnem/model/parameters.h"

namespace rnem::training {

using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

struct OptimizerSettings {
  std::string kind = "adam";
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
};

class Optimizer {
 public:
  Optimizer(const OptimizerSettings& settings, const model::Parameters& parameters);

  // One step with the gradients in .grad() times `gradient_scale`; t counts steps from 1. A
  // parameter without a gradient stays as it is.
  void step(std::int64_t t, double rate, double gradient_scale);

  // The moments, "adam.m.<parameter>" and so on. Copying into them restores a state.
  const NamedTensors& state() const { return state_; }

 private:
  bool turns(const torch::Tensor& parameter) const;  // by Muon's rule

  OptimizerSettings settings_;
  NamedTensors parameters_;
  std::vector<torch::Tensor> first_, second_;  // moments; undefined where the rule has none
  NamedTensors state_;
};

// Root of the summed squares of all gradients; not finite as soon as one of them is not.
double gradient_norm(const model::Parameters& parameters);

void clear_gradients(const model::Parameters& parameters);

}  // namespace rnem::training
