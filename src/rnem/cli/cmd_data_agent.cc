// `rnem data agent`: trains a player of the invaders game and compares it with the script.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "rnem/agents/agent_file.h"
#include "rnem/agents/agent_session.h"
#include "rnem/agents/network_player.h"
#include "rnem/agents/tournament.h"
#include "rnem/cli/command.h"
#include "rnem/cli/common_options.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/former_option.h"
#include "rnem/cli/outputs.h"
#include "rnem/core/writable.h"
#include "rnem/runtime.h"
#include "rnem/worlds/invaders_agent.h"
#include "rnem/worlds/invaders_world.h"

namespace rnem::cli {
namespace {

constexpr int kMostAgentThreads = 1024;
constexpr double kClearLead = 2;  // standard errors

struct AgentFlags {
  agents::SessionOptions session;
  Outputs outputs;
  std::string out;
  std::vector<std::string> assignments;
  std::int64_t games = 200, threads = 0;
};

// As they would record: everyone's actions are random as often as a world's.
void compare(const std::string& file, const agents::AgentSettings& settings, std::int64_t games,
             Observer& observer) {
  using worlds::invaders::Agent;
  const double epsilon = worlds::InvadersDef{}.epsilon;
  const auto script = [skip = static_cast<int>(settings.frame_skip)](double e) {
    return std::make_unique<Agent>(e, skip);
  };
  const auto random = agents::play_games("random", script, 1.0, settings, games, observer);
  const auto scripted = agents::play_games("scripted", script, epsilon, settings, games, observer);
  const auto trained =
      agents::play_games("trained", agents::network_players(agents::load_agent(file)), epsilon,
                         settings, games, observer);
  fmt::print("{}", agents::to_table({random, scripted, trained}));
  const double ahead = agents::lead(trained, scripted);
  fmt::print("the trained player {} the scripted one: {:+.1f} points, {:+.1f} standard errors\n",
             ahead > kClearLead    ? "beats"
             : ahead < -kClearLead ? "falls short of"
                                   : "is about as good as",
             trained.score - scripted.score, ahead);
}

void run_agent(AgentFlags& flags, Observer& observer) {
  for (const auto& assignment : flags.assignments) {
    set_option(assignment, flags.session.settings.options());
  }
  if (!flags.session.resume) flags.outputs.check();
  check_writable(flags.out);
  flags.session.out = flags.out;
  const Runtime runtime({.threads = flags.threads});
  const auto trainer = agents::train_agent(flags.session, observer);
  compare(flags.out, trainer->settings(), flags.games, observer);
  fmt::print("{}\n", flags.out);
}

}  // namespace

Work setup_data_agent(CLI::App& app) {
  auto flags = std::make_shared<AgentFlags>();
  auto& session = flags->session;
  flags->outputs
      .add_file(app, flags->out, "agent to write; its training's state is beside it",
                {".safetensors"})
      ->required();
  auto* steps =
      app.add_option("--game-steps", session.settings.steps, "steps of all games together")
          ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000'000}).description(""))
          ->type_name("N")
          ->capture_default_str();
  add_former(app, "--steps", steps);
  app.add_option("--minutes", session.minutes, "stop after this time; 0 means when N is reached")
      ->check(CLI::Range(0.0, 1e6).description(""))
      ->type_name("M")
      ->capture_default_str();
  auto* seed = add_seed(app, session.settings.seed, "weights, games and chances");
  app.add_option("--threads", flags->threads, "threads that compute; 0 means one for each core")
      ->check(CLI::Range(0, kMostAgentThreads).description(""))
      ->type_name("J")
      ->capture_default_str();
  app.add_option("--games", flags->games, "games of each player that are compared in the end")
      ->check(CLI::Range(2, 1'000'000).description(""))
      ->type_name("G")
      ->capture_default_str();
  auto* set = app.add_option("--set", flags->assignments,
                             "key=value of the settings in docs/invaders.md, may be repeated")
                  ->allow_extra_args(false);
  app.add_flag("--resume", session.resume, "go on with a training that was stopped, as it was set")
      ->excludes(steps)
      ->excludes(seed)
      ->excludes(set);
  add_examples(app, {"rnem data agent --minutes 10 -o player.safetensors",
                     "rnem data agent --resume -o player.safetensors"});
  return [flags](Observer& observer) { run_agent(*flags, observer); };
}

}  // namespace rnem::cli
