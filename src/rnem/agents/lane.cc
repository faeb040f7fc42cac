#include "rnem/agents/lane.h"

namespace rnem::agents {
namespace {

using worlds::invaders::Action, worlds::invaders::Game, worlds::invaders::Outcome;

// The action as a set. While a bullet flies the gun is locked: to fire or not is the same then, and
// a network that need not tell them apart learns the sooner when to fire.
std::uint8_t advice_of(Action action, const Game& game) {
  unsigned set = 1u << static_cast<unsigned>(action);
  for (unsigned other = 0; other < worlds::invaders::kActions; ++other) {
    const bool same_way = direction_of(static_cast<Action>(other)) == direction_of(action);
    if (same_way && game.bullet().flying) set |= 1u << other;
  }
  return static_cast<std::uint8_t>(set);
}

}  // namespace

Lane::Lane(const AgentSettings& settings, int lane, std::int64_t game)
    : settings_(settings),
      lane_(lane),
      script_(0.0, static_cast<int>(settings.frame_skip)),
      script_rng_(settings.seed, "script", static_cast<std::uint64_t>(lane)),
      next_game_(game),
      game_(settings.rules),
      rng_(settings.seed, "game") {
  start_game();
}

void Lane::start_game() {
  game_ = Game(settings_.rules);
  rng_ = Rng(settings_.seed, "game", static_cast<std::uint64_t>(lane_),
             static_cast<std::uint64_t>(next_game_++));
  games_.emplace_back();
  seen_.clear();
  view_ = look(game_);
  seen_.push(view_);
}

Lane::Step Lane::step(Action action) {
  Step step;
  Moment& moment = step.moment;
  moment.view = view_;
  moment.action = static_cast<std::uint8_t>(action);
  // without a ship every action is as good
  if (game_.has_ship()) {
    moment.advice = advice_of(script_.act(game_, script_rng_), game_);
  }
  moment.first = games_.back().empty();
  const Outcome outcome = game_.step(action, static_cast<int>(settings_.frame_skip), rng_);
  moment.ship_lost = outcome.ship;
  moment.reward = static_cast<float>(outcome.points / settings_.points_unit);
  games_.back().push_back(moment.action);
  ++logged_;

  const std::int64_t remembered = settings_.memory / settings_.lanes;
  while (logged_ - static_cast<std::int64_t>(games_.front().size()) > remembered) {
    logged_ -= static_cast<std::int64_t>(games_.front().size());
    games_.pop_front();
  }
  if (outcome.lost || static_cast<std::int64_t>(games_.back().size()) >= settings_.game_steps) {
    step.score = game_.score();
    start_game();
  } else {
    view_ = look(game_);
    seen_.push(view_);
  }
  return step;
}

Lane::Log Lane::log() const {
  Log log;
  log.first_game = next_game_ - static_cast<std::int64_t>(games_.size());
  for (const auto& game : games_) log.actions.insert(log.actions.end(), game.begin(), game.end());
  return log;
}

}  // namespace rnem::agents
