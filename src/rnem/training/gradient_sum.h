// The gradients of all ranks, added up while the backward pass still makes some of them.
//
// Gradients are put into buckets of about a megabyte. A bucket is on its way to the others as soon
// as its last gradient is complete; buckets go in the same order on all ranks, that in which
// backward passes complete them: convolutions, norms and biases from the last layer to the first,
// then the weights of dense layers, whose products are made at the end, one by one. Which gradients
// share a bucket depends on the model alone, so that a resumed run adds up in the same order.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "rnem/model/parameters.h"
#include "rnem/runtime/ranks.h"

namespace rnem::training {

class GradientSum {
 public:
  // as_bf16: gradients travel as bf16, all at the end.
  GradientSum(const model::Parameters& parameters, runtime::Ranks& ranks, bool as_bf16 = false);
  ~GradientSum();
  GradientSum(const GradientSum&) = delete;
  GradientSum& operator=(const GradientSum&) = delete;

  void begin();  // of the backward pass that completes them
  // The gradient of a dense weight is, of which autograd does not know.
  void complete(const torch::Tensor& weight);
  // All are: waits for the sums and puts them into grad. A parameter has a gradient afterwards if
  // it had one on any rank.
  void finish();

  // Buckets, and those that have been sent since begin().
  std::size_t buckets() const { return buckets_.size(); }
  std::size_t sent() const { return sent_; }

 private:
  struct Bucket;
  void take(std::size_t parameter);  // its gradient into its bucket
  void send_complete();              // as many buckets as are, in order

  runtime::Ranks& ranks_;
  bool as_bf16_;
  std::vector<torch::Tensor> parameters_;    // in the order of buckets
  std::map<const void*, std::size_t> late_;  // those of dense layers, by their address
  std::vector<std::size_t> bucket_of_;
  std::vector<bool> taken_;
  std::vector<std::unique_ptr<Bucket>> buckets_;
  std::size_t sent_ = 0;  // buckets
  bool begun_ = false;
  std::vector<std::unique_ptr<runtime::GradientHook>> hooks_;
};

}  // namespace rnem::training
