// Frames that are there already: a file, a film, a world without discs. They begin again at their
// end.
#pragma once

#include "rnem/studio/scene.h"

namespace rnem::studio {

class FilmScene final : public Scene {
 public:
  FilmScene(const worlds::Shape& shape, worlds::Sequence sequence)
      : shape_(shape), film_(std::make_shared<worlds::Sequence>(std::move(sequence))) {}

  std::unique_ptr<Scene> copy() const override { return std::make_unique<FilmScene>(*this); }
  worlds::Shape shape() const override { return shape_; }
  Shown shown() const override;
  void advance(int /*action*/) override { frame_ = (frame_ + 1) % film_->frames; }
  int action_taken(int action) const override;
  bool is_recorded_game() const override { return !film_->actions.empty(); }

 private:
  worlds::Shape shape_;
  std::shared_ptr<const worlds::Sequence> film_;  // copies share it
  int frame_ = 0;
};

}  // namespace rnem::studio
