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
  if (!info().live && settings.channels == 0) look(open);
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

std::vector<std::uint8_t> View::shrunk_colours() const {
  const auto channels = std::size_t(settings_.channels);
  std::vector<std::uint8_t> pixels(std::size_t(fit_.model().width) *
                                   std::size_t(fit_.model().height) * channels);
  for (std::size_t c = 0; c < channels; ++c) {
    const auto levels = fit_.shrink(channels == 1 ? levels_ : colour_levels(frame_, int(c)));
    for (std::size_t i = 0; i < levels.size(); ++i) pixels[i * channels + c] = levels[i];
  }
  return pixels;
}

bool View::next() {
  do {
    if (!read_frame()) return false;
  } while ((read_ - 1) % settings_.every != 0);
  number_ = read_;
  levels_ = grey_levels(frame_);
  pixels_ = settings_.channels > 0 ? shrunk_colours() : binariser_(fit_.shrink(levels_));
  return true;
}

}  // namespace rnem::video
