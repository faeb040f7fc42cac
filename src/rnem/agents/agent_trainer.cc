#include "rnem/agents/agent_trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>

#include "rnem/core/error.h"
#include "rnem/io/file_format.h"

namespace rnem::agents {
namespace {

using worlds::invaders::Action, worlds::invaders::kActions;

constexpr const char* kStateFormat = "rnem-agent-state-1";
constexpr std::size_t kScores = 100;
constexpr double kLastRate = 0.1;       // of the first
constexpr double kScriptEpsilon = 0.1;  // random actions in the lanes of the script

std::string lane_key(std::size_t lane) { return fmt::format("lane.{}", lane); }

// Settings and seed of a state.
AgentSettings settings_of(const io::TensorFile& state, const std::string& source) {
  io::check_format(state, kStateFormat, "the state of an agent's training", source);
  const auto config = state.metadata.find("config"), seed = state.metadata.find("seed");
  if (config == state.metadata.end() || seed == state.metadata.end()) {
    fail_input("{}: not the state of an agent's training: it has no config or no seed", source);
  }
  AgentSettings settings;
  read_toml(config->second, source + ": config", settings.options());
  settings.seed = std::strtoull(seed->second.c_str(), nullptr, 10);
  return settings;
}

}  // namespace

AgentTrainer::AgentTrainer(const AgentSettings& settings)
    : settings_(checked(settings)),
      memory_(static_cast<int>(settings.lanes), settings.memory),
      learner_(settings.seed) {
  for (int lane = 0; lane < settings_.lanes; ++lane) lanes_.emplace_back(settings_, lane);
}

AgentTrainer::AgentTrainer(const io::TensorFile& state, const std::string& source)
    : AgentTrainer(settings_of(state, source)) {
  std::vector<std::int64_t> first_games(lanes_.size());
  try {
    const auto json = nlohmann::json::parse(state.metadata.at("progress"));
    rounds_ = json.at("rounds").get<std::int64_t>();
    scores_ = json.at("scores").get<std::deque<int>>();
    loss_ = json.at("loss").get<double>();
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      first_games[i] = json.at("first_games").at(i).get<std::int64_t>();
    }
    learner_.restore(state.tensors, json.at("updates").get<std::int64_t>(), source);
  } catch (const std::logic_error& error) {
    fail_input("{}: progress: {}", source, error.what());
  } catch (const nlohmann::json::exception& error) {
    fail_input("{}: progress: {}", source, error.what());
  }
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    const torch::Tensor* actions = state.find(lane_key(i));
    if (actions == nullptr || actions->scalar_type() != torch::kUInt8) {
      fail_input("{}: tensor '{}' is missing or not of bytes", source, lane_key(i));
    }
    // the same games over again
    lanes_[i] = Lane(settings_, static_cast<int>(i), first_games[i]);
    const auto* action = actions->data_ptr<std::uint8_t>();
    for (std::int64_t t = 0; t < actions->numel(); ++t) {
      if (action[t] >= kActions) {
        fail_input("{}: tensor '{}': expected actions below {}, got {}", source, lane_key(i),
                   kActions, action[t]);
      }
      memory_.push(static_cast<int>(i), lanes_[i].step(static_cast<Action>(action[t])).moment);
    }
  }
}

double AgentTrainer::epsilon() const {
  return ramp(settings_.epsilon_first, settings_.epsilon_last, static_cast<double>(steps()),
              static_cast<double>(settings_.epsilon_steps));
}

std::vector<Action> AgentTrainer::choose(Rng& rng) {
  const torch::NoGradGuard no_grad;
  Tensor seen = torch::empty({settings_.lanes, kStackChannels, kFolded, kFolded});
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    lanes_[i].seen().unpack(seen[static_cast<std::int64_t>(i)].data_ptr<float>());
  }
  const Tensor best = network().forward(seen).argmax(1);
  worlds::invaders::Agent script(kScriptEpsilon, static_cast<int>(settings_.frame_skip));
  std::vector<Action> actions;
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    if (static_cast<std::int64_t>(i) < settings_.scripted_lanes) {
      actions.push_back(script.act(lanes_[i].game(), rng));
    } else if (rng.flip(epsilon())) {
      actions.push_back(static_cast<Action>(rng.below(kActions)));
    } else {
      actions.push_back(static_cast<Action>(best.data_ptr<std::int64_t>()[i]));
    }
  }
  return actions;
}

void AgentTrainer::round() {
  Rng rng(settings_.seed, "act", static_cast<std::uint64_t>(rounds_));
  const std::vector<Action> actions = choose(rng);
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    const Lane::Step step = lanes_[i].step(actions[i]);
    memory_.push(static_cast<int>(i), step.moment);
    if (!step.score || static_cast<std::int64_t>(i) < settings_.scripted_lanes) continue;
    scores_.push_back(*step.score);
    if (scores_.size() > kScores) scores_.pop_front();
  }
  ++rounds_;
  if (steps() >= settings_.first_update) learn();
}

Batch AgentTrainer::draw_batch() const {
  const std::int64_t n = settings_.batch;
  const int lookahead = static_cast<int>(settings_.lookahead);
  const auto whole = torch::TensorOptions(torch::kInt64);
  Batch batch{torch::empty({n, kStackChannels, kFolded, kFolded}),
              torch::empty({n}, whole),
              torch::empty({n, kActions}),
              torch::empty({n}),
              torch::zeros({n}),
              torch::zeros({n, kStackChannels, kFolded, kFolded})};
  const auto bootstrap = static_cast<float>(std::pow(settings_.discount, lookahead));
  constexpr std::int64_t kStackPixels = std::int64_t{kStack} * kViewPixels;
  Rng rng(settings_.seed, "replay", static_cast<std::uint64_t>(learner_.updates()));
  for (std::int64_t b = 0; b < n; ++b) {
    const ReplayMemory::Place place = memory_.draw(lookahead, rng);
    const Moment& moment = memory_.at(place);
    const auto future = memory_.future(place, lookahead, settings_.discount);
    memory_.stack(place, batch.seen.data_ptr<float>() + b * kStackPixels);
    batch.action.data_ptr<std::int64_t>()[b] = moment.action;
    for (int a = 0; a < kActions; ++a) {
      batch.advice.data_ptr<float>()[b * kActions + a] =
          static_cast<float>((moment.advice >> a) & 1);
    }
    batch.reward.data_ptr<float>()[b] = future->reward;
    if (!future->next) continue;
    batch.discount.data_ptr<float>()[b] = bootstrap;
    memory_.stack(*future->next, batch.next.data_ptr<float>() + b * kStackPixels);
  }
  return batch;
}

void AgentTrainer::learn() {
  const double share = static_cast<double>(steps()) / static_cast<double>(settings_.steps);
  loss_ = learner_.update(draw_batch(), settings_.rate * ramp(1.0, kLastRate, share, 1.0),
                          ramp(settings_.advice_first, settings_.advice_last, share, 1.0),
                          settings_.margin, settings_.target_every);
  if (!std::isfinite(loss_)) fail("the loss is not finite after {} steps", steps());
}

double AgentTrainer::mean_score() const {
  if (scores_.empty()) return 0;
  return std::accumulate(scores_.begin(), scores_.end(), 0.0) / static_cast<double>(scores_.size());
}

io::TensorFile AgentTrainer::state() const {
  io::TensorFile file{learner_.state(), {}};
  std::vector<std::int64_t> first_games;
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    const Lane::Log log = lanes_[i].log();
    first_games.push_back(log.first_game);
    Tensor actions = torch::empty({static_cast<std::int64_t>(log.actions.size())}, torch::kUInt8);
    std::copy(log.actions.begin(), log.actions.end(), actions.data_ptr<std::uint8_t>());
    file.tensors.emplace_back(lane_key(i), actions);
  }
  AgentSettings settings = settings_;
  const nlohmann::json progress = {{"rounds", rounds_},
                                   {"updates", learner_.updates()},
                                   {"loss", loss_},
                                   {"scores", scores_},
                                   {"first_games", first_games}};
  file.metadata = {{"format", kStateFormat},
                   {"config", write_toml(settings.options())},
                   {"seed", std::to_string(settings_.seed)},
                   {"progress", progress.dump()}};
  return file;
}

}  // namespace rnem::agents
