#include "rnem/video/view.h"

#include <algorithm>
#include <optional>

namespace rnem::video {
namespace {

constexpr std::size_t kLook = 100;  // frames of the beginning
// A background is what is there most of the time, also where somebody stands for a while at first.
constexpr int kLookEvery = 5;  // of the frames, then

Fit fit_of(const FilmInfo& info, Side model, const ViewSettings& settings) {
  std::optional<Region> part;
  if (!settings.part.empty()) {
    part = parse_region("--crop", settings.part, info.width, info.height);
  }
  return {{info.width, info.height}, model, settings.fit, part};
}

}  // namespace

View::View(const OpenFilm& open, Side model, const ViewSettings& settings)
    : settings_(settings),
      film_(open()),
      fit_(fit_of(film_->info(), model, settings)),
      binariser_(settings.binarise, fit_) {
  if (!info().live) look(open);
}

void View::look(const OpenFilm& open) {
  const auto film = open();
  std::vector<std::vector<std::uint8_t>> beginning;
  const int every = settings_.binarise.method == "background" ? kLookEvery : 1;
  Frame frame;
  for (int i = 0; beginning.size() < kLook && film->next(frame); ++i) {
    if (i % every == 0) beginning.push_back(fit_.shrink(grey_levels(frame)));
  }
  binariser_.look(beginning);
}

std::int64_t View::expected() const {
  std::int64_t frames = info().frames;
  if (settings_.most > 0) frames = frames > 0 ? std::min(frames, settings_.most) : settings_.most;
  return (frames + settings_.every - 1) / settings_.every;
}

bool View::read_frame() {
  if ((settings_.most > 0 && read_ == settings_.most) || !film_->next(frame_)) return false;
  ++read_;
  return true;
}

bool View::next() {
  do {
    if (!read_frame()) return false;
  } while ((read_ - 1) % settings_.every != 0);
  number_ = read_;
  levels_ = grey_levels(frame_);
  lit_ = binariser_(fit_.shrink(levels_));
  return true;
}

}  // namespace rnem::video
