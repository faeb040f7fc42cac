#include "rnem/worlds/invaders_fleet.h"

#include <algorithm>
#include <bit>

#include "rnem/core/error.h"

namespace rnem::worlds::invaders {

Fleet::Fleet(int rows, int columns, int period)
    : rows_(rows), columns_(columns), full_period_(period), count_(rows * columns) {
  RNEM_CHECK(rows > 0 && rows <= kMostRows && columns > 0 && columns <= kMostColumns && period > 0,
             "a fleet that fits the field");
  for (int column = 0; column < columns; ++column) {
    alive_[column] = static_cast<std::uint8_t>((1u << rows) - 1);
  }
}

int Fleet::period() const {
  const int total = rows_ * columns_;
  return std::max(kQuickestMarch, (full_period_ * count_ + total - 1) / total);
}

void Fleet::advance() {
  if (count_ == 0 || ++clock_ < period()) return;
  clock_ = 0;
  pose_ = 1 - pose_;
  // only columns that still have aliens can reach an edge
  int first = 0, last = columns_ - 1;
  while (alive_[first] == 0) ++first;
  while (alive_[last] == 0) --last;
  const int left = x(first) + direction_ * kMarchStride;
  const int right = x(last) + kAlienWidth + direction_ * kMarchStride;
  if (left < kFieldLeft || right > kFieldRight) {
    top_ += kDropHeight;
    direction_ = -direction_;
  } else {
    left_ += direction_ * kMarchStride;
  }
}

void Fleet::destroy(Cell cell) {
  RNEM_CHECK(alive(cell), "an alien is destroyed once");
  alive_[cell.column] &= static_cast<std::uint8_t>(~(1u << cell.row));
  --count_;
}

int Fleet::lowest(int column) const { return std::bit_width(alive_[column]) - 1; }

int Fleet::bottom() const {
  int row = -1;
  for (int column = 0; column < columns_; ++column) row = std::max(row, lowest(column));
  RNEM_CHECK(row >= 0, "an alien is left");
  return y(row) + kAlienHeight;
}

std::optional<Fleet::Cell> Fleet::at(int x, int y) const {
  const int dx = x - left_, dy = y - top_;
  if (dx < 0 || dy < 0 || dx % kColumnPitch >= kAlienWidth || dy % kRowPitch >= kAlienHeight) {
    return std::nullopt;
  }
  const Cell cell{dy / kRowPitch, dx / kColumnPitch};
  if (cell.row >= rows_ || cell.column >= columns_ || !alive(cell)) return std::nullopt;
  return cell;
}

}  // namespace rnem::worlds::invaders
