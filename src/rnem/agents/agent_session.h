// A training from its start to the agent: checkpoints, being stopped, and going on afterwards.
#pragma once

#include <filesystem>
#include <memory>

#include "rnem/agents/agent_settings.h"
#include "rnem/agents/agent_trainer.h"
#include "rnem/observer.h"

namespace rnem::agents {

struct SessionOptions {
  AgentSettings settings;     // a resumed training has its own
  std::filesystem::path out;  // the agent
  bool resume = false;
  double minutes = 0;  // 0: no limit
};

// Where a training that is not over keeps its state: OUT.state.
std::filesystem::path state_path(const std::filesystem::path& out);

// Trains until the steps are done or the time is up, and writes the agent. Checkpoints on the way;
// when asked to stop one more and Interrupted. The last one is removed when all steps are done.
std::unique_ptr<AgentTrainer> train_agent(const SessionOptions& options, Observer& observer);

}  // namespace rnem::agents
