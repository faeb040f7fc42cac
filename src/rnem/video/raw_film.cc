#include "rnem/video/raw_film.h"

#include "rnem/core/error.h"

namespace rnem::video {
namespace {

class RawFilm final : public Film {
 public:
  RawFilm(std::FILE* in, int width, int height, int channels) : in_(in), channels_(channels) {
    check_frame_size("-", width, height);
    info_ = {"-", width, height};
    info_.live = true;
  }

  bool next(Frame& frame) override {
    frame = {info_.width, info_.height, channels_, {}};
    frame.pixels.resize(frame.area() * static_cast<std::size_t>(channels_));
    const std::size_t got = std::fread(frame.pixels.data(), 1, frame.pixels.size(), in_);
    if (got == 0 && number_ > 0) return false;
    if (got < frame.pixels.size()) {
      fail_input("-: frame {} has {} bytes, expected {} ({}x{}, {} a pixel)", number_ + 1, got,
                 frame.pixels.size(), info_.width, info_.height, channels_);
    }
    ++number_;
    return true;
  }

 private:
  std::FILE* in_;
  int channels_;
  std::int64_t number_ = 0;
};

}  // namespace

std::pair<int, int> parse_size(const std::string& flag, const std::string& text) {
  int width = 0, height = 0, used = 0;
  if (std::sscanf(text.c_str(), "%5dx%5d%n", &width, &height, &used) != 2 ||
      static_cast<std::size_t>(used) != text.size() || width < 1 || height < 1) {
    fail_input("{} {}: expected WIDTHxHEIGHT such as 640x480", flag, text);
  }
  return {width, height};
}

std::unique_ptr<Film> open_raw_film(std::FILE* in, const std::string& size,
                                    const std::string& pixels) {
  if (size.empty()) fail_input("-: raw frames need --size WIDTHxHEIGHT");
  const auto [width, height] = parse_size("--size", size);
  return std::make_unique<RawFilm>(in, width, height, pixels == "rgb" ? 3 : 1);
}

}  // namespace rnem::video
