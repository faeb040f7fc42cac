#include "rnem/worlds/invaders_game.h"

#include <gtest/gtest.h>

#include <bit>

#include "rnem/worlds/invaders_agent.h"

namespace rnem::worlds::invaders {
namespace {

Rules peaceful() {
  Rules rules;
  rules.bomb_rate = 0;
  return rules;
}

int pixels(const Sprite& sprite) {
  int count = 0;
  for (const auto row : sprite.rows) count += std::popcount(row);
  return count;
}

int shield_pixels(const Game& game) {
  int count = 0;
  for (const Sprite& shield : game.shields()) count += pixels(shield);
  return count;
}

const int kWholeShields = kShields * pixels(shield_sprite());

TEST(InvadersFleet, MarchesSidewaysInStridesOfItsPeriod) {
  Fleet fleet(6, 6, 16);
  const int left = fleet.x(0), top = fleet.y(0);
  for (int frame = 1; frame <= 160; ++frame) {
    fleet.advance();
    ASSERT_EQ(fleet.x(0), left + frame / 16 * kMarchStride);
    ASSERT_EQ(fleet.pose(), frame / 16 % 2);
  }
  EXPECT_EQ(fleet.y(0), top);
  EXPECT_EQ(fleet.x(5) - fleet.x(0), 5 * kColumnPitch);
}

TEST(InvadersFleet, DropsAtTheEdgesAndTurnsRound) {
  Fleet fleet(6, 6, 4);
  int drops = 0;
  for (int frame = 0; frame < 1000; ++frame) {
    const Fleet before = fleet;
    fleet.advance();
    ASSERT_GE(fleet.x(0), kFieldLeft);
    ASSERT_LE(fleet.x(5) + kAlienWidth, kFieldRight);
    if (fleet.y(0) == before.y(0)) continue;
    ++drops;
    EXPECT_EQ(fleet.y(0), before.y(0) + kDropHeight);
    EXPECT_EQ(fleet.x(0), before.x(0));
    // an odd drop happens at the right edge, an even one at the left
    if (drops % 2 == 1) EXPECT_GT(fleet.x(5) + kAlienWidth + kMarchStride, kFieldRight);
    if (drops % 2 == 0) EXPECT_LT(fleet.x(0) - kMarchStride, kFieldLeft);
  }
  EXPECT_GE(drops, 5);
}

TEST(InvadersFleet, EmptyColumnsDoNotReachTheEdge) {
  Fleet fleet(1, 6, 4);
  for (int column = 1; column < 6; ++column) fleet.destroy({0, column});
  int rightmost = 0;
  for (int frame = 0; frame < 1000; ++frame) {
    fleet.advance();
    rightmost = std::max(rightmost, fleet.x(0) + kAlienWidth);
  }
  EXPECT_EQ(rightmost, kFieldRight);
}

TEST(InvadersFleet, HurriesAsItThinsOut) {
  Fleet fleet(6, 6, 18);
  int last = fleet.period();
  EXPECT_EQ(last, 18);
  for (int left = 35; left >= 1; --left) {
    fleet.destroy({left / 6, left % 6});
    EXPECT_LE(fleet.period(), last);
    last = fleet.period();
    if (left == 18) EXPECT_EQ(last, 9);
  }
  EXPECT_EQ(last, kQuickestMarch);
}

TEST(InvadersGame, EveryActionDoesWhatItSays) {
  const struct {
    Action action;
    int direction;
    bool fire;
  } cases[] = {{Action::kNoop, 0, false},     {Action::kFire, 0, true},
               {Action::kRight, 1, false},    {Action::kLeft, -1, false},
               {Action::kRightFire, 1, true}, {Action::kLeftFire, -1, true}};
  for (const auto& [action, direction, fire] : cases) {
    Rng rng(1, "actions");
    Game game(peaceful());
    const int x = game.ship_x();
    game.step(action, 2, rng);  // a shield is hit in the fourth frame
    EXPECT_EQ(game.ship_x(), x + 2 * direction * kShipSpeed);
    EXPECT_EQ(game.bullet().flying, fire);
    if (fire) EXPECT_EQ(game.bullet().y, kShipTop - kBulletHeight - 2 * kBulletSpeed);
  }
}

TEST(InvadersGame, TheShipStaysInTheField) {
  Rng rng(1, "edges");
  Game game(peaceful());
  for (int i = 0; i < 60; ++i) game.step(Action::kRight, 4, rng);
  EXPECT_EQ(game.ship_x(), kFieldRight - kShipWidth);
  for (int i = 0; i < 60; ++i) game.step(Action::kLeft, 4, rng);
  EXPECT_EQ(game.ship_x(), kFieldLeft);
}

TEST(InvadersGame, OneBulletFliesAtATime) {
  Rng rng(1, "bullet");
  Game game(peaceful());
  for (int i = 0; i < 20; ++i) game.step(Action::kLeft, 1, rng);  // out of the shield's shadow
  game.step(Action::kFire, 1, rng);
  const int x = game.bullet().x;
  EXPECT_EQ(x, game.ship_x() + kGun);
  // firing again and again changes nothing until the bullet has left the field
  int frame = 1;
  for (; kShipTop - kBulletHeight - frame * kBulletSpeed >= kFieldTop; ++frame) {
    ASSERT_TRUE(game.bullet().flying);
    EXPECT_EQ(game.bullet().x, x);
    EXPECT_EQ(game.bullet().y, kShipTop - kBulletHeight - frame * kBulletSpeed);
    game.step(Action::kRightFire, 1, rng);
  }
  EXPECT_FALSE(game.bullet().flying);
  EXPECT_GT(frame, 30);
}

TEST(InvadersGame, ShotsFromBelowErodeShields) {
  Rng rng(1, "below");
  Game game(peaceful());
  ASSERT_EQ(shield_pixels(game), kWholeShields);
  // a new ship stands behind the first shield
  int eroded = 0;
  for (int i = 0; i < 10 && eroded == 0; ++i) {
    const Outcome outcome = game.step(Action::kFire, 4, rng);
    eroded = pixels(outcome.shields[0]);
    EXPECT_EQ(shield_pixels(game), kWholeShields - eroded);
  }
  EXPECT_GE(eroded, 6);
  EXPECT_LE(eroded, 12);
}

TEST(InvadersGame, BombsErodeShieldsAndHitTheShip) {
  Rules rules;
  rules.bomb_rate = 1;
  rules.bombs = kMostBombs;
  Rng rng(1, "bombs");
  Game game(rules);
  int least = kWholeShields, hits = 0;
  for (int i = 0; i < 300; ++i) {
    hits += game.step(Action::kNoop, 4, rng).ship;
    least = std::min(least, shield_pixels(game));
  }
  EXPECT_LT(least, kWholeShields / 2);
  EXPECT_GT(hits, 0);
}

TEST(InvadersGame, ALostGameBeginsAnewAfterAPause) {
  Rules rules;
  rules.march_period = 1000;  // nobody lands
  Rng rng(1, "lost");
  Game game(rules);
  Agent agent(1.0, 4);
  Outcome outcome;
  int steps = 0, ships = 0;
  for (; !outcome.lost; ++steps) {
    ASSERT_LT(steps, 5000);
    outcome = game.step(agent.act(game, rng), 4, rng);
    ships += outcome.ship;
    ASSERT_EQ(game.lives() + ships, 3);
  }
  EXPECT_GT(game.score(), 0);
  EXPECT_FALSE(game.has_ship());
  game.step(Action::kNoop, kPause, rng);
  EXPECT_TRUE(game.has_ship());
  EXPECT_EQ(game.lives(), 3);
  EXPECT_EQ(game.score(), 0);
  EXPECT_EQ(game.fleet().count(), 36);
  EXPECT_EQ(shield_pixels(game), kWholeShields);
}

TEST(InvadersGame, AliensThatLandTrampleTheShieldsAndEndTheGame) {
  Rules rules = peaceful();
  rules.march_period = 2;
  Rng rng(1, "landing");
  Game game(rules);
  int least = kWholeShields;
  for (int i = 0;; ++i) {
    ASSERT_LT(i, 2000);
    const Outcome outcome = game.step(Action::kNoop, 4, rng);
    least = std::min(least, shield_pixels(game));
    if (outcome.lost) break;
    ASSERT_EQ(game.lives(), 3);
  }
  EXPECT_EQ(game.lives(), 0);
  EXPECT_GT(game.fleet().bottom(), kShipTop);
  EXPECT_LT(least, kWholeShields / 2);
}

TEST(InvadersGame, ADestroyedFleetIsFollowedByTheNext) {
  Rules rules = peaceful();
  rules.rows = 2;
  Rng rng(1, "cleared");
  Game game(rules);
  Agent agent(0.0, 4);
  Outcome outcome;
  int score = 0;
  for (int i = 0; !outcome.cleared; ++i) {
    ASSERT_LT(i, 2000);
    outcome = game.step(agent.act(game, rng), 4, rng);
    score += outcome.points;
  }
  EXPECT_EQ(score, 6 * 5 + 6 * 10);  // the upper row counts double
  EXPECT_EQ(game.score(), score);
  EXPECT_EQ(game.fleet().count(), 12);
  EXPECT_EQ(game.fleet().y(0), kFleetTop);
  EXPECT_EQ(shield_pixels(game), kWholeShields);
}

TEST(InvadersGame, TheOutcomeIsTheDifferenceOfBeforeAndAfter) {
  Rng rng(1, "outcome");
  Game game{Rules{}};
  Agent agent(0.3, 4);
  int shot = 0, eroded = 0, bullets = 0, bombs = 0;
  for (int i = 0; i < 3000; ++i) {
    const Game before = game;
    const Outcome outcome = game.step(agent.act(game, rng), 4, rng);
    if (outcome.bullet) EXPECT_TRUE(before.bullet().flying);
    bullets += outcome.bullet;
    for (int bomb = 0; bomb < kMostBombs; ++bomb) {
      if (outcome.bombs[bomb]) EXPECT_TRUE(before.bombs()[bomb].flying);
      bombs += outcome.bombs[bomb];
    }
    // where everything begins anew there is nothing to compare with
    if (outcome.cleared || (!before.has_ship() && game.lives() == 3)) continue;
    for (int row = 0; row < 6; ++row) {
      for (int column = 0; column < 6; ++column) {
        const Fleet::Cell cell{row, column};
        ASSERT_EQ(outcome.alien(cell), before.fleet().alive(cell) && !game.fleet().alive(cell));
        shot += outcome.alien(cell);
      }
    }
    for (int shield = 0; shield < kShields; ++shield) {
      for (int y = 0; y < kShieldHeight; ++y) {
        const int lost = before.shields()[shield].rows[y] & ~game.shields()[shield].rows[y];
        ASSERT_EQ(outcome.shields[shield].rows[y], lost);
      }
      eroded += pixels(outcome.shields[shield]);
    }
  }
  EXPECT_GT(shot, 100);
  EXPECT_GT(eroded, 100);
  EXPECT_GT(bullets, 100);
  EXPECT_GT(bombs, 50);
}

}  // namespace
}  // namespace rnem::worlds::invaders
