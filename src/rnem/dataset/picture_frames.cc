#include "rnem/dataset/picture_frames.h"

#include <cmath>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/figures/gif_reader.h"
#include "rnem/figures/png.h"
#include "rnem/video/frame.h"

namespace rnem::dataset {
namespace {

constexpr std::size_t kMostFilmPixels = std::size_t{1} << 28;

bool is_film(const video::ClipFiles& clip) {
  return clip.files.size() == 1 && clip.files.front() == clip.name;
}

class PictureFrames final : public GreyFrames {
 public:
  explicit PictureFrames(std::vector<video::ClipFiles> clips) : clips_(std::move(clips)) {}

  std::int64_t sequences() const override { return static_cast<std::int64_t>(clips_.size()); }
  std::string name(std::int64_t sequence) const override { return clip(sequence).name; }

  int frames(std::int64_t sequence) const override {
    const video::ClipFiles& files = clip(sequence);
    return static_cast<int>(is_film(files) ? film(files).size() : files.files.size());
  }

  GreyClip get(std::int64_t sequence, int first, int frames) const override {
    const video::ClipFiles& files = clip(sequence);
    GreyClip grey;
    const auto pictures = is_film(files) ? film(files) : std::vector<figures::Image>{};
    for (int t = first; t < first + frames; ++t) {
      const auto at = static_cast<std::size_t>(t);
      const auto& path = is_film(files) ? files.files.front() : files.files[at];
      append(grey, is_film(files) ? pictures[at] : figures::read_png(path), path);
    }
    return grey;
  }

 private:
  const video::ClipFiles& clip(std::int64_t sequence) const {
    return clips_[static_cast<std::size_t>(sequence)];
  }
  static std::vector<figures::Image> film(const video::ClipFiles& files) {
    return figures::read_gif(files.files.front(), kMostFilmPixels);
  }

  static void append(GreyClip& grey, const figures::Image& picture,
                     const std::filesystem::path& path) {
    if (grey.levels.empty()) {
      grey.height = picture.height();
      grey.width = picture.width();
    }
    if (picture.height() != grey.height || picture.width() != grey.width) {
      fail_input("{}: {}x{} pixels, but the frames before it have {}x{}", path.string(),
                 picture.height(), picture.width(), grey.height, grey.width);
    }
    for (const figures::Rgb& pixel : picture.pixels()) {
      const double level = video::luminance(pixel.r, pixel.g, pixel.b);
      grey.levels.push_back(static_cast<std::uint8_t>(std::lround(level)));
    }
  }

  std::vector<video::ClipFiles> clips_;
};

}  // namespace

std::unique_ptr<GreyFrames> open_pictures(std::vector<video::ClipFiles> clips) {
  return std::make_unique<PictureFrames>(std::move(clips));
}

}  // namespace rnem::dataset
