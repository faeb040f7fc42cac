#include "rnem/agents/agent_session.h"

#include <fmt/format.h>

#include <chrono>

#include "rnem/agents/agent_file.h"
#include "rnem/core/error.h"
#include "rnem/core/task.h"

namespace rnem::agents {
namespace fs = std::filesystem;
namespace {

std::unique_ptr<AgentTrainer> open_trainer(const SessionOptions& options) {
  const fs::path state = state_path(options.out);
  std::error_code ignored;
  const bool stopped = fs::exists(state, ignored);
  if (!options.resume) {
    if (stopped) {
      fail_input("{}: a training was stopped here; --resume goes on with it, or remove the file",
                 state.string());
    }
    return std::make_unique<AgentTrainer>(options.settings);
  }
  if (!stopped) fail_input("{}: no training to go on with", state.string());
  return std::make_unique<AgentTrainer>(io::read_safetensors(state), state.string());
}

void save_state(const AgentTrainer& trainer, const fs::path& out) {
  io::write_safetensors(state_path(out), trainer.state());
}

void describe(const AgentTrainer& trainer, Observer& observer) {
  const AgentSettings& settings = trainer.settings();
  note(observer, "network: 84x84x4 -> conv 8x8/4 16 -> conv 4x4/2 32 -> 256 -> 6, {} parameters",
       trainer.network().parameters().count());
  note(observer,
       "game: {}x{} aliens, {} frames a step, at most {} steps; {} lanes, {} of them the script's",
       settings.rules.rows, settings.rules.columns, settings.frame_skip, settings.game_steps,
       settings.lanes, settings.scripted_lanes);
  note(observer, "training: {} steps, one update of {} every {}; memory of {}; seed {}{}",
       settings.steps, settings.batch, settings.lanes, settings.memory, settings.seed,
       trainer.steps() > 0 ? fmt::format("; goes on after {} steps", trainer.steps()) : "");
}

}  // namespace

fs::path state_path(const fs::path& out) { return out.string() + ".state"; }

std::unique_ptr<AgentTrainer> train_agent(const SessionOptions& options, Observer& observer) {
  auto trainer = open_trainer(options);
  describe(*trainer, observer);
  const AgentSettings& settings = trainer->settings();
  // fails now rather than after the work when the folder cannot be written to
  save_state(*trainer, options.out);
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(options.minutes * 60);
  Task progress(observer, "agent", "steps", settings.steps, trainer->steps());
  std::string words;
  for (std::int64_t rounds = 1; !trainer->done(); ++rounds) {
    trainer->round();
    words = fmt::format("score {:.0f}, loss {:.4f}", trainer->mean_score(), trainer->loss());
    progress.update(trainer->steps(), words);
    if (rounds % settings.checkpoint_every == 0) save_state(*trainer, options.out);
    if (observer.should_stop()) {
      save_state(*trainer, options.out);
      note(observer, "saved {}; --resume goes on from there", state_path(options.out).string());
      throw Interrupted();
    }
    if (options.minutes > 0 && Clock::now() >= end) break;
  }
  progress.finish(words);
  save_agent(options.out, trainer->network(),
             {{"steps", std::to_string(trainer->steps())},
              {"seed", std::to_string(settings.seed)},
              {"config", trainer->state().metadata.at("config")}});
  if (trainer->done()) {
    fs::remove(state_path(options.out));
  } else {
    save_state(*trainer, options.out);
    note(observer, "the time is up; --resume goes on from {} steps", trainer->steps());
  }
  return trainer;
}

}  // namespace rnem::agents
