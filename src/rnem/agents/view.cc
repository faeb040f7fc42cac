#include "rnem/agents/view.h"

#include <algorithm>
#include <cstring>

#include "rnem/core/error.h"

namespace rnem::agents {
namespace {

using worlds::invaders::kViewSize;
static_assert(kViewSize % kFold == 0 && kViewPixels % 8 == 0);

// the eight pixels of every byte
using ByteTable = std::array<std::array<float, 8>, 256>;

constexpr ByteTable make_byte_table() {
  ByteTable table{};
  for (int byte = 0; byte < 256; ++byte) {
    for (int bit = 0; bit < 8; ++bit) table[byte][bit] = static_cast<float>((byte >> bit) & 1);
  }
  return table;
}

constexpr ByteTable kByteTable = make_byte_table();

// where a pixel of the image is in the folded one
int folded_index(int y, int x) {
  return ((y % kFold * kFold + x % kFold) * kFolded + y / kFold) * kFolded + x / kFold;
}

}  // namespace

View look(const worlds::invaders::Game& game) {
  worlds::invaders::Screen screen;
  screen.draw(game, {});
  std::array<std::uint8_t, kViewPixels> features, groups, collisions;
  screen.view(features.data(), groups.data(), collisions.data());
  View view{};
  for (int y = 0; y < kViewSize; ++y) {
    for (int x = 0; x < kViewSize; ++x) {
      const int i = folded_index(y, x);
      view[i / 8] |= static_cast<std::uint8_t>(features[y * kViewSize + x] << (i % 8));
    }
  }
  return view;
}

void unpack(const View& view, float* pixels) {
  for (const std::uint8_t byte : view) {
    std::memcpy(pixels, kByteTable[byte].data(), sizeof kByteTable[byte]);
    pixels += 8;
  }
}

void ViewStack::push(const View& view) {
  if (count_ == 0) views_.fill(view);
  std::rotate(views_.begin(), views_.begin() + 1, views_.end());
  views_.back() = view;
  count_ = std::min(count_ + 1, kStack);
}

void ViewStack::unpack(float* pixels) const {
  RNEM_CHECK(count_ > 0, "something was seen");
  for (const View& view : views_) {
    agents::unpack(view, pixels);
    pixels += kViewPixels;
  }
}

}  // namespace rnem::agents
