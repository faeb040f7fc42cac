// The processes that train one model together, each on one machine or several on one.
//
// Made once by whoever owns the process and handed down, as the runtime is. A group of one costs
// nothing: every call returns at once. All ranks make the same calls in the same order; the results
// are equal to the bit on all of them.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rnem/runtime/distributed_torch.h"
#include "rnem/runtime/rank_place.h"
#include "rnem/torch.h"

namespace rnem::runtime {

// What a loss of a rank ends a program with: sysexits.h calls it a temporary failure, to be tried
// again.
inline constexpr int kLostCode = 75;

struct RankLimits {
  std::chrono::milliseconds lost{60'000};   // after which a rank that says nothing is lost
  std::chrono::milliseconds join{300'000};  // in which all have to come
};

class Ranks {
 public:
  Ranks() = default;  // alone
  // Finds the others and connects. `config` must be the same on all: InputError names the first
  // line that is not. RankLost, here and below, when another rank is gone.
  Ranks(const RankPlace& place, const std::string& config, const RankLimits& limits = {});
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool alone() const { return size_ == 1; }
  bool first() const { return rank_ == 0; }

  // A sum under way; the tensor is not to be touched before wait() has returned.
  class Sum {
   public:
    explicit Sum(std::unique_ptr<GlooGroup::Work> work = nullptr) : work_(std::move(work)) {}
    void wait() {
      if (work_) work_->wait();
      work_.reset();
    }

   private:
    std::unique_ptr<GlooGroup::Work> work_;
  };

  // tensor <- sum over ranks: contiguous floats or doubles on the CPU
  Sum start_sum(const torch::Tensor& tensor);
  void sum(const torch::Tensor& tensor) { start_sum(tensor).wait(); }
  std::vector<double> sum(const std::vector<double>& values);
  // The same for floats, which travel as bf16: half the bytes. Every rank adds up its part of the
  // tensor in fp32, in the order of ranks, and rounds once more.
  void sum_as_bf16(const torch::Tensor& tensor);

  void broadcast(const torch::Tensor& tensor);  // of rank 0; any device and type
  std::string broadcast(const std::string& text);

  // Long work says that it goes on: who does not and is behind the others is lost in the end.
  void beat();
  void check() const;  // RankLost once somebody is
  // This rank ends, and the others hear why.
  void leave(const std::string& why);

  // What this rank has sent to others, as the algorithms of Gloo do it (rings).
  std::int64_t bytes_sent() const { return bytes_; }

 private:
  int rank_ = 0, size_ = 1;
  std::int64_t bytes_ = 0;
  std::shared_ptr<RollCall> roll_;
  std::unique_ptr<GlooGroup> group_;
};

// A part of `count` things for each rank: the first and how many, evenly and in order.
struct RankShare {
  std::int64_t first = 0, count = 0;
};
RankShare share_of(std::int64_t count, const Ranks& ranks);

}  // namespace rnem::runtime
