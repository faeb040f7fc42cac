// Local updates with a common step now and then, for slow links (DiLoCo, arXiv 2311.08105).
//
// Every rank takes H updates of its own from the common weights a. Then, with w the mean of what
// they came to over ranks,
//
//   g = a - w,  u <- mu u + g,  a <- a - eta (g + mu u)
//
// which is a step of Nesterov's momentum with the ranks' way as gradient, and all go on from a.
#pragma once

#include "rnem/model/parameters.h"
#include "rnem/runtime/ranks.h"
#include "rnem/training/optimizer.h"

namespace rnem::training {

class OuterStep {
 public:
  // on: whether there is one; without, it holds nothing.
  OuterStep(const model::Parameters& parameters, bool on);

  void begin();                      // the weights are the common ones now
  void step(runtime::Ranks& ranks);  // weights <- the next common ones, the same on all

  const NamedTensors& state() const { return momenta_; }  // "outer.u.<parameter>"

 private:
  NamedTensors weights_, momenta_;
  std::vector<torch::Tensor> common_;
};

// tensor <- its mean over ranks
void average(const torch::Tensor& tensor, runtime::Ranks& ranks);

}  // namespace rnem::training
