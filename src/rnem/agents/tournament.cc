#include "rnem/agents/tournament.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/core/task.h"

namespace rnem::agents {

Standing play_games(std::string player, const worlds::invaders::PlayerMaker& maker, double epsilon,
                    const AgentSettings& settings, std::int64_t games, Observer& observer) {
  RNEM_CHECK(games > 1, "a standard error needs two games");
  Standing standing{std::move(player), games};
  double squares = 0;
  Task progress(observer, "play " + standing.player, "games", games);
  for (std::int64_t i = 0; i < games; ++i) {
    stop_if_asked(observer);
    Rng rng(settings.seed, "tournament", static_cast<std::uint64_t>(i));
    worlds::invaders::Game game(settings.rules);
    const auto one = maker(epsilon);
    worlds::invaders::Outcome outcome;
    double points = 0;
    for (std::int64_t step = 0; step < settings.game_steps && !outcome.lost; ++step) {
      outcome = game.step(one->act(game, rng), static_cast<int>(settings.frame_skip), rng);
      points += outcome.points;
      standing.ships += outcome.ship ? 1 : 0;
      ++standing.steps;
    }
    standing.score += points;
    squares += points * points;
    progress.update(i + 1);
  }
  const auto n = static_cast<double>(games);
  for (double* mean : {&standing.score, &standing.ships, &standing.steps}) *mean /= n;
  const double variance = (squares - n * standing.score * standing.score) / (n - 1);
  standing.error = std::sqrt(std::max(variance, 0.0) / n);
  progress.finish();
  return standing;
}

double lead(const Standing& a, const Standing& b) {
  return (a.score - b.score) / std::hypot(a.error, b.error);
}

std::string to_table(const std::vector<Standing>& standings) {
  std::string text = fmt::format("{:<10}{:>7}{:>9}{:>11}{:>12}{:>7}\n", "player", "games", "score",
                                 "std.error", "ships lost", "steps");
  for (const Standing& s : standings) {
    text += fmt::format("{:<10}{:>7}{:>9.1f}{:>11.1f}{:>12.2f}{:>7.0f}\n", s.player, s.games,
                        s.score, s.error, s.ships, s.steps);
  }
  return text;
}

}  // namespace rnem::agents
