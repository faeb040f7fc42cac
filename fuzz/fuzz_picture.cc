// Pictures: PNG, PNGs of object numbers, GIF.
#include "hostile.h"
#include "rnem/figures/gif_reader.h"
#include "rnem/figures/id_picture.h"
#include "rnem/figures/png.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const rnem::fuzz::HostileFile file("picture");
  file.hold(data, size);
  constexpr std::size_t kMostPixels = 1 << 22;
  if (size > 3 && data[0] == 'G') {
    rnem::fuzz::read_hostile([&] { rnem::figures::read_gif(file.path(), kMostPixels); });
    return 0;
  }
  rnem::fuzz::read_hostile([&] { rnem::figures::read_png(file.path()); });
  rnem::fuzz::read_hostile([&] { rnem::figures::read_id_png(file.path()); });
  return 0;
}
