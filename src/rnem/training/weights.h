// The weights of a run: those that learn, and their exponential moving average (EMA).
#pragma once

#include "rnem/model/model.h"
#include "rnem/training/optimizer.h"

namespace rnem::training {

// mean <- d mean + (1 - d) weight after every update, d = min(decay, (1 + n) / (10 + n)) at the
// n-th from 0: a long mean of a short run would be mostly its random start.
class WeightAverage {
 public:
  WeightAverage(const model::Parameters& parameters, double decay);  // decay 0: off

  bool on() const { return decay_ > 0; }
  void update(std::int64_t n);
  const NamedTensors& state() const { return means_; }  // "ema.<parameter>"

  // While this lives the model has the means for weights.
  class InPlace {
   public:
    explicit InPlace(const WeightAverage& mean);
    ~InPlace();
    InPlace(const InPlace&) = delete;
    InPlace& operator=(const InPlace&) = delete;

   private:
    const WeightAverage& mean_;
    std::vector<torch::Tensor> weights_;  // set aside
  };

 private:
  double decay_;
  NamedTensors weights_, means_;
};

// Copies tensors by name; InputError names `source` when one is missing or has another shape.
void restore(const NamedTensors& targets, const NamedTensors& from, const std::string& source,
             const std::string& prefix = "");

// Weights to start a training from. As restore, but a convolution may see more channels than the
// one it is copied from: those weigh 0 at first, so that nothing changes.
void start_from(const NamedTensors& targets, const NamedTensors& from, const std::string& source);

}  // namespace rnem::training
