#include "rnem/studio/film_scene.h"

#include <algorithm>

namespace rnem::studio {

Shown FilmScene::shown() const {
  const std::size_t pixels = static_cast<std::size_t>(shape_.height) * shape_.width;
  const auto slice = [&](const std::vector<std::uint8_t>& all) {
    if (all.empty()) return std::vector<std::uint8_t>(pixels);
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(pixels * frame_);
    return std::vector<std::uint8_t>(begin, begin + static_cast<std::ptrdiff_t>(pixels));
  };
  Shown now;
  now.pixels = slice(film_->features);
  now.groups = slice(film_->groups);
  now.objects = film_->groups.empty() ? 0 : film_->objects;
  now.curtain = film_->curtain;
  return now;
}

int FilmScene::action_taken(int action) const {
  if (!is_recorded_game()) return action;
  const auto row = film_->actions.begin() + static_cast<std::ptrdiff_t>(shape_.actions) * frame_;
  return static_cast<int>(std::max_element(row, row + shape_.actions) - row);
}

}  // namespace rnem::studio
