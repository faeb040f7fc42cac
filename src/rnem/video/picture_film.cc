#include "rnem/video/picture_film.h"

#include <utility>

#include "rnem/core/error.h"
#include "rnem/figures/png.h"

namespace rnem::video {
namespace {

class PictureFilm final : public Film {
 public:
  PictureFilm(const std::string& name, std::vector<std::filesystem::path> files)
      : files_(std::move(files)) {
    const figures::Image first = figures::read_png(files_.front());
    check_frame_size(files_.front().string(), first.width(), first.height());
    info_ = {name, first.width(), first.height(), 0, static_cast<std::int64_t>(files_.size())};
  }

  bool next(Frame& frame) override {
    if (at_ == files_.size()) return false;
    const figures::Image picture = figures::read_png(files_[at_]);
    if (picture.width() != info_.width || picture.height() != info_.height) {
      fail_input("{}: {}x{} pixels, the frames before it have {}x{}", files_[at_].string(),
                 picture.width(), picture.height(), info_.width, info_.height);
    }
    ++at_;
    frame = frame_of(picture);
    return true;
  }

 private:
  std::vector<std::filesystem::path> files_;
  std::size_t at_ = 0;
};

}  // namespace

std::unique_ptr<Film> open_picture_film(const std::string& name,
                                        std::vector<std::filesystem::path> files) {
  return std::make_unique<PictureFilm>(name, std::move(files));
}

}  // namespace rnem::video
