// A player learns: games are played side by side, and after every step of each there is one update.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "rnem/agents/agent_settings.h"
#include "rnem/agents/lane.h"
#include "rnem/agents/learner.h"
#include "rnem/agents/replay_memory.h"
#include "rnem/io/safetensors.h"

namespace rnem::agents {

class AgentTrainer {
 public:
  explicit AgentTrainer(const AgentSettings& settings);

  // Goes on where state() was taken, bit for bit. InputError names `source` when it is no such
  // state.
  AgentTrainer(const io::TensorFile& state, const std::string& source);

  bool done() const { return steps() >= settings_.steps; }
  void round();  // a step in every lane, then an update

  const AgentSettings& settings() const { return settings_; }
  std::int64_t steps() const { return rounds_ * settings_.lanes; }
  const QNetwork& network() const { return learner_.network(); }

  // Of the last 100 games that the network has played to the end, with its random actions.
  double mean_score() const;             // 0 before there is one
  double loss() const { return loss_; }  // of the last update

  // Everything but the frames, which the games' actions bring back.
  io::TensorFile state() const;

 private:
  double epsilon() const;
  std::vector<worlds::invaders::Action> choose(Rng& rng);
  Batch draw_batch() const;
  void learn();

  AgentSettings settings_;
  ReplayMemory memory_;
  std::vector<Lane> lanes_;
  Learner learner_;
  std::int64_t rounds_ = 0;
  std::deque<int> scores_;  // the last 100
  double loss_ = 0;
};

}  // namespace rnem::agents
