#include "rnem/worlds/invaders_screen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace rnem::worlds::invaders {
namespace {

constexpr int kPixels = kViewSize * kViewSize;

struct View {
  std::vector<std::uint8_t> features, groups, collisions;

  explicit View(const Screen& screen) : features(kPixels), groups(kPixels), collisions(kPixels) {
    screen.view(features.data(), groups.data(), collisions.data());
  }
  int on() const { return static_cast<int>(std::count(features.begin(), features.end(), 1)); }
};

// Extent of what is on in a view.
struct Box {
  int width = 0, height = 0;
};

Box box_of(const View& view) {
  int left = kViewSize, right = -1, top = kViewSize, bottom = -1;
  for (int i = 0; i < kPixels; ++i) {
    if (view.features[i] == 0) continue;
    left = std::min(left, i % kViewSize);
    right = std::max(right, i % kViewSize);
    top = std::min(top, i / kViewSize);
    bottom = std::max(bottom, i / kViewSize);
  }
  return {right - left + 1, bottom - top + 1};
}

// Value of a grey picture at a real place, between the pixels around it.
double between(const std::vector<double>& grey, double x, double y) {
  const int x0 = static_cast<int>(std::floor(x)), y0 = static_cast<int>(std::floor(y));
  double value = 0;
  for (int dy = 0; dy < 2; ++dy) {
    for (int dx = 0; dx < 2; ++dx) {
      const double weight = (1 - std::abs(x - x0 - dx)) * (1 - std::abs(y - y0 - dy));
      value += weight * grey[(y0 + dy) * kScreenWidth + x0 + dx];
    }
  }
  return value;
}

TEST(InvadersScreen, TheViewIsTheThresholdedBilinearResizeOfTheGreyScreen) {
  constexpr double kBrightness[] = {0, 0.07, 0.3, 0.5, 0.8, 1.0};  // of the pieces
  Rng rng(1, "screen");
  for (int trial = 0; trial < 10; ++trial) {
    Screen screen;
    std::vector<double> grey(kScreenWidth * kScreenHeight);
    for (int i = 0; i < 1000; ++i) {
      const auto x = rng.below(kScreenWidth), y = rng.below(kScreenHeight);
      const auto piece = 1 + rng.below(kPieces);
      screen.plot(static_cast<int>(x), static_cast<int>(y), static_cast<Piece>(piece), false);
      grey[y * kScreenWidth + x] = kBrightness[piece];
    }
    const View view(screen);
    for (int i = 0; i < kPixels; ++i) {
      const double x = (i % kViewSize + 0.5) * 160 / 84 - 0.5;
      const double y = (i / kViewSize + kViewTop + 0.5) * 210 / 110 - 0.5;
      ASSERT_EQ(view.features[i] != 0, between(grey, x, y) > 0.0001) << trial << " " << i;
    }
    EXPECT_GT(view.on(), 300);
    EXPECT_LT(view.on(), 4000);
  }
}

TEST(InvadersScreen, BulletsAreOneOrTwoPixelsWideAndHighWhereverTheyAre) {
  int single_column = 0, total = 0;
  for (int y = kFieldTop; y + kBulletHeight <= kFieldBottom; ++y) {
    for (int x = 0; x < kScreenWidth; ++x, ++total) {
      Screen screen;
      for (int i = 0; i < kBulletHeight; ++i) screen.plot(x, y + i, Piece::kBullets, false);
      const auto [width, height] = box_of(View(screen));
      ASSERT_TRUE(width >= 1 && width <= 2 && height >= 1 && height <= 2) << x << " " << y;
      single_column += width == 1;
    }
  }
  EXPECT_GT(single_column, 0.9 * total);
}

TEST(InvadersScreen, APixelOfSeveralPiecesBelongsToNone) {
  Screen screen;
  screen.plot(80, 100, Piece::kOddAliens, false);
  const View one(screen);
  EXPECT_EQ(*std::max_element(one.groups.begin(), one.groups.end()), 3);
  screen.plot(80, 100, Piece::kBullets, true);
  const View both(screen);
  EXPECT_EQ(both.features, one.features);
  EXPECT_EQ(*std::max_element(both.groups.begin(), both.groups.end()), 0);
  EXPECT_EQ(*std::max_element(one.collisions.begin(), one.collisions.end()), 0);
  EXPECT_EQ(both.collisions, both.features);
}

TEST(InvadersScreen, ColumnsAndRowsOfAliensStayApartWhereverTheFleetIs) {
  Rules rules;
  rules.bomb_rate = 0;
  Game game(rules);
  Rng rng(1, "gaps");
  for (int frame = 0; frame < 900; frame += 4) {
    game.step(Action::kNoop, 4, rng);
    Screen screen;
    screen.draw(game, Outcome{});
    const View view(screen);
    std::vector<int> columns(kViewSize), rows(kViewSize);
    for (int i = 0; i < kPixels; ++i) {
      const bool alien = view.groups[i] == 2 || view.groups[i] == 3;
      columns[i % kViewSize] |= alien;
      rows[i / kViewSize] |= alien;
    }
    // six runs, with at least three dark lines between two of them
    for (const auto& line : {columns, rows}) {
      int runs = 0, dark = 3;
      for (const int on : line) {
        if (on != 0 && dark > 0) {
          ASSERT_GE(dark, 3);
          ++runs;
        }
        dark = on != 0 ? 0 : dark + 1;
      }
      ASSERT_EQ(runs, 6);
    }
  }
}

TEST(InvadersScreen, ANewGameShowsAllPieces) {
  Screen screen;
  screen.draw(Game{Rules{}}, Outcome{});
  const View view(screen);
  std::vector<int> count(kPieces + 1);
  for (const auto group : view.groups) ++count[group];
  EXPECT_EQ(count[5], 0);  // nothing has been fired
  for (const int piece : {1, 2, 3, 4}) EXPECT_GT(count[piece], 10) << piece;
  // sprites of the same rows: as many even as odd aliens, but for the phase of the resize
  EXPECT_NEAR(count[2], count[3], 0.1 * count[2]);
}

}  // namespace
}  // namespace rnem::worlds::invaders
