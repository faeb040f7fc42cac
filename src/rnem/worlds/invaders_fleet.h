// The aliens: a grid that marches in lockstep, drops at the edges and hurries as it thins out.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "rnem/worlds/invaders_field.h"

namespace rnem::worlds::invaders {

class Fleet {
 public:
  struct Cell {
    int row = 0, column = 0;
  };

  // `period`: frames between two moves while all aliens are there; with a share s of them it is
  // s·period, rounded up, and never less than kQuickestMarch.
  Fleet(int rows, int columns, int period);

  // One frame of the game. When its time has come the fleet moves sideways by kMarchStride or, at
  // an edge, down by kDropHeight and turns round.
  void advance();

  void destroy(Cell cell);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  int count() const { return count_; }  // aliens left
  int pose() const { return pose_; }    // 0 or 1, changes with every move
  int period() const;                   // frames between moves, now
  bool alive(Cell cell) const { return ((alive_[cell.column] >> cell.row) & 1) != 0; }
  int lowest(int column) const;  // row of the column's lowest alien, -1 when there is none
  int x(int column) const { return left_ + column * kColumnPitch; }  // left edge of its aliens
  int y(int row) const { return top_ + row * kRowPitch; }            // top edge of its aliens
  int bottom() const;  // row below the lowest alien; there must be one

  // The alien whose box of kAlienWidth×kAlienHeight holds the pixel.
  std::optional<Cell> at(int x, int y) const;

 private:
  int rows_, columns_, full_period_;
  int count_;
  int left_ = kFleetLeft, top_ = kFleetTop;
  int direction_ = 1;  // 1 right, -1 left
  int clock_ = 0;      // frames since the last move
  int pose_ = 0;
  std::array<std::uint8_t, kMostColumns> alive_{};  // bit r of alive_[c]
};

}  // namespace rnem::worlds::invaders
