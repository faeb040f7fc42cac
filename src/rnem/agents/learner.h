// Q-learning from batches of remembered steps.
//
//   target  y = R + d · Q'(s', argmax_a Q(s', a))          d = discount^n, 0 after a lost ship
//   loss    mean_b [ huber(Q(s, a) − y) + w · advice ]
//   advice  max_a [Q(s, a) + margin · (a not in A)] − max_{a in A} Q(s, a)      A: the script's
//
// Q' is a copy of Q that is renewed now and then (double Q-learning: Q chooses, Q' judges). The
// advice term is that of learning from demonstrations (Hester et al. 2018): 0 once an advised
// action is the best by the margin, or when every action is advised.
#pragma once

#include <cstdint>

#include "rnem/agents/q_network.h"
#include "rnem/training/optimizer.h"

namespace rnem::agents {

struct Batch {
  Tensor seen;      // [B,64,21,21]
  Tensor action;    // [B] int64
  Tensor advice;    // [B,6] 1 for the actions that are advised, else 0
  Tensor reward;    // [B] R
  Tensor discount;  // [B] d
  Tensor next;      // [B,64,21,21], anything where d is 0
};

// online and judge [B,6]: Q and Q' of the next state -> y [B]
Tensor double_q_target(const Tensor& reward, const Tensor& discount, const Tensor& online,
                       const Tensor& judge);

// values and advice [B,6] -> [B]
Tensor advice_loss(const Tensor& values, const Tensor& advice, double margin);

class Learner {
 public:
  explicit Learner(std::uint64_t seed);

  // One step of Adam on the batch; returns the loss. Every `target_every` updates Q' becomes Q.
  double update(const Batch& batch, double rate, double advice_weight, double margin,
                std::int64_t target_every);

  std::int64_t updates() const { return updates_; }
  const QNetwork& network() const { return network_; }

  training::NamedTensors state() const;  // Q, Q' as "target.<name>", Adam
  void restore(const training::NamedTensors& state, std::int64_t updates,
               const std::string& source);

 private:
  QNetwork network_, target_;
  training::Optimizer optimizer_;
  std::int64_t updates_ = 0;
};

}  // namespace rnem::agents
