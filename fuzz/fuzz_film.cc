// Films that FFmpeg decodes (video/av_film.h), as far as a few frames.
#include "hostile.h"
#include "rnem/video/av_film.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const rnem::fuzz::HostileFile file("film.mkv");
  rnem::fuzz::read_hostile([&] {
    const auto film = rnem::video::open_video(file.hold(data, size));
    rnem::video::Frame frame;
    constexpr int kFrames = 8;
    for (int i = 0; i < kFrames && film->next(frame); ++i) {
      if (frame.pixels.size() != frame.area() * static_cast<std::size_t>(frame.channels)) {
        rnem::fuzz::finding("a frame of another size than it says");
      }
    }
  });
  return 0;
}
