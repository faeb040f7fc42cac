// The weights of a run: those that learn, and their running mean.
#pragma once

#include "rnem/model/model.h"
#include "rnem/training/optimizer.h"

namespace rnem::training {

// mean <- decay mean + (1 - decay) weight after every update.
class RunningMean {
 public:
  RunningMean(const model::Parameters& parameters, double decay);  // decay 0: off

  bool on() const { return decay_ > 0; }
  void update();
  const NamedTensors& state() const { return means_; }  // "ema.<parameter>"

  // While this lives the model has the means for weights.
  class InPlace {
   public:
    explicit InPlace(const RunningMean& mean);
    ~InPlace();
    InPlace(const InPlace&) = delete;
    InPlace& operator=(const InPlace&) = delete;

   private:
    const RunningMean& mean_;
    std::vector<torch::Tensor> weights_;  // set aside
  };

 private:
  double decay_;
  NamedTensors weights_, means_;
};

// Copies tensors by name; InputError names `source` when one is missing or has another shape.
void restore(const NamedTensors& targets, const NamedTensors& from, const std::string& source,
             const std::string& prefix = "");

}  // namespace rnem::training
