// LibTorch's engine between processes, c10d with Gloo: the only file that knows it, and all that
// differs between LibTorch 1.13 and 2.x.
#pragma once

#include <functional>
#include <memory>

#include "rnem/runtime/roll_call.h"
#include "rnem/torch.h"

namespace rnem::runtime {

// Ranks that are connected with each other. All must make the same calls in the same order.
// Tensors are contiguous, on the CPU, of floats, doubles or bytes.
class GlooGroup {
 public:
  // Listens on the roll's own address only. RankLost when one of them is lost on the way.
  GlooGroup(const std::shared_ptr<RollCall>& roll, int rank, int size);
  ~GlooGroup();

  // Something under way in the background.
  class Work {
   public:
    virtual ~Work() = default;
    virtual void wait() = 0;  // RankLost
  };

  // tensor <- sum over ranks, in the same order of sums everywhere: equal to the bit on all
  std::unique_ptr<Work> start_sum(torch::Tensor tensor);
  // tensor <- that of rank 0
  std::unique_ptr<Work> start_broadcast(torch::Tensor tensor);
  // given, taken: [size, n]; row r of what is given goes to rank r
  std::unique_ptr<Work> start_exchange(torch::Tensor given, torch::Tensor taken);
  // all: [size, n]; row r becomes rank r's own
  std::unique_ptr<Work> start_gather(torch::Tensor own, const torch::Tensor& all);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// While it lives, `ready` is called as soon as a backward pass has added to a leaf's gradient all
// that it is going to add; not if that is nothing.
class GradientHook {
 public:
  GradientHook(const torch::Tensor& leaf, std::function<void()> ready);
  ~GradientHook();
  GradientHook(const GradientHook&) = delete;
  GradientHook& operator=(const GradientHook&) = delete;

 private:
  std::shared_ptr<torch::autograd::Node> node_;
  std::uintptr_t key_ = 0;
};

}  // namespace rnem::runtime
