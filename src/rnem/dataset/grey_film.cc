#include "rnem/dataset/grey_film.h"

#include <utility>

namespace rnem::dataset {
namespace {

class GreyFilm final : public video::Film {
 public:
  GreyFilm(std::shared_ptr<const GreyFrames> frames, std::int64_t sequence)
      : frames_(std::move(frames)), sequence_(sequence) {
    const GreyClip first = frames_->get(sequence_, 0, 1);
    info_ = {frames_->name(sequence_), first.width, first.height, 0, frames_->frames(sequence_)};
    video::check_frame_size(info_.name, info_.width, info_.height);
  }

  bool next(video::Frame& frame) override {
    if (at_ == info_.frames) return false;
    GreyClip clip = frames_->get(sequence_, static_cast<int>(at_++), 1);
    video::check_same_size(info_, at_, clip.width, clip.height);
    frame = {clip.width, clip.height, 1, std::move(clip.levels)};
    return true;
  }

 private:
  std::shared_ptr<const GreyFrames> frames_;
  std::int64_t sequence_, at_ = 0;
};

}  // namespace

std::unique_ptr<video::Film> open_grey_film(std::shared_ptr<const GreyFrames> frames,
                                            std::int64_t sequence) {
  return std::make_unique<GreyFilm>(std::move(frames), sequence);
}

}  // namespace rnem::dataset
