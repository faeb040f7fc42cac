// Tracks of others: MOTChallenge files and COCO's packed masks. The first line of the input is a
// mask, the rest a file.
#include <algorithm>

#include "hostile.h"
#include "rnem/tracking/mot_file.h"
#include "rnem/tracking/run_lengths.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rnem;
  static const fuzz::HostileFile file("tracks.txt");
  const auto line = static_cast<std::size_t>(std::find(data, data + size, '\n') - data);
  fuzz::read_hostile([&] {
    constexpr int kWidth = 12, kHeight = 10;
    const auto mask = tracking::unpacked_mask(fuzz::text_of(data, line), kWidth, kHeight);
    if (mask.size() != std::size_t{kWidth * kHeight}) fuzz::finding("a mask of another size");
  });
  fuzz::read_hostile([&] {
    for (const auto& [frame, boxes] : tracking::read_mot(file.hold(data, size))) {
      if (frame < 1) fuzz::finding("a frame before the first");
      for (const auto& box : boxes) {
        if (!(box.box.width >= 0 && box.box.height >= 0)) fuzz::finding("a box without a size");
      }
    }
  });
  return 0;
}
