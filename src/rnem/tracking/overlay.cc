#include "rnem/tracking/overlay.h"

#include <algorithm>
#include <cmath>

#include "rnem/figures/drawing.h"
#include "rnem/figures/gif.h"
#include "rnem/figures/palette.h"

namespace rnem::tracking {
namespace {

constexpr int kReadable = 320;     // pixels that a film is wide at least
constexpr std::size_t kTail = 60;  // frames of a path
constexpr int kGifWidth = 400;     // pixels at most
constexpr std::size_t kGifFrames = 150;
constexpr double kGifRate = 25;  // frames a second; viewers slow faster ones down

figures::Rgb color_of(int id) { return figures::component_color(id - 1); }

figures::Image tinted(const figures::Image& frame, const figures::IdPicture& ids) {
  figures::Image image = frame;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const int id = ids.ids[std::size_t(y) * std::size_t(ids.width) + std::size_t(x)];
      if (id > 0) image.at(x, y) = figures::mix(image.at(x, y), color_of(id), 0.6);
    }
  }
  return image;
}

// Each pixel the mean of a square.
figures::Image shrunk(const figures::Image& image, int factor) {
  figures::Image small(image.width() / factor, image.height() / factor);
  for (int y = 0; y < small.height(); ++y) {
    for (int x = 0; x < small.width(); ++x) {
      int r = 0, g = 0, b = 0;
      for (int i = 0; i < factor * factor; ++i) {
        const figures::Rgb p = image.at(x * factor + i % factor, y * factor + i / factor);
        r += p.r;
        g += p.g;
        b += p.b;
      }
      const int n = factor * factor;
      const auto mean = [n](int sum) { return static_cast<std::uint8_t>(sum / n); };
      small.at(x, y) = {mean(r), mean(g), mean(b)};
    }
  }
  return small;
}

}  // namespace

OverlayPainter::OverlayPainter(int width, int height)
    : width_(width), height_(height), scale_(std::max(1, kReadable / width)) {}

figures::Image OverlayPainter::paint(const figures::Image& frame, const figures::IdPicture& ids,
                                     const std::vector<Sighting>& sightings,
                                     const std::string& note) {
  figures::Drawing drawing(width(), height());
  drawing.image(tinted(frame, ids), 0, 0, scale_);
  const double size = std::clamp(width() / 40.0, 11.0, 28.0);
  for (const Sighting& s : sightings) {
    auto& path = paths_[s.id];
    path.emplace_back(s.x * scale_, s.y * scale_);
    if (path.size() > kTail) path.pop_front();
    const figures::Ink ink{color_of(s.id), 1.0};
    drawing.polyline({path.begin(), path.end()}, {ink, size / 8});
    const std::string number = std::to_string(s.id);
    const figures::Font shadow{size, true, {figures::kBlack, 0.8}},
        font{size, true, {figures::kWhite, 1.0}};
    const double x = s.x * scale_, y = s.y * scale_ + size * 0.35;
    drawing.text(number, x + 1, y + 1, shadow, figures::Align::kCentre);
    drawing.text(number, x, y, font, figures::Align::kCentre);
  }
  // those that are gone leave no trace, and need no memory
  std::erase_if(paths_, [&](const auto& path) {
    return std::none_of(sightings.begin(), sightings.end(),
                        [&](const Sighting& s) { return s.id == path.first; });
  });
  if (!note.empty()) {
    drawing.fill({0, height() - 1.5 * size, double(width()), 1.5 * size}, {figures::kBlack, 0.6});
    drawing.text(note, width() / 2.0, height() - 0.45 * size, {size, false, {figures::kWhite, 1.0}},
                 figures::Align::kCentre);
  }
  return drawing.render(1.0);
}

OverlayFilms::OverlayFilms(std::filesystem::path folder, int width, int height, double rate)
    : folder_(std::move(folder)),
      painter_(width, height),
      film_(folder_ / "overlay.mp4", painter_.width(), painter_.height(), rate) {
  every_ = std::max<std::int64_t>(1, std::lround(rate / kGifRate));
  delay_ = std::max(2, static_cast<int>(std::lround(100.0 * double(every_) / rate)));
  shrink_ = std::max(1, (painter_.width() + kGifWidth - 1) / kGifWidth);
}

void OverlayFilms::add(const figures::Image& frame, const figures::IdPicture& ids,
                       const std::vector<Sighting>& sightings, const std::string& note) {
  const figures::Image painted = painter_.paint(frame, ids, sightings, note);
  film_.add(painted);
  if (frames_++ % every_ == 0 && beginning_.size() < kGifFrames) {
    beginning_.push_back(shrunk(painted, shrink_));
  }
}

void OverlayFilms::close() {
  film_.close();
  figures::write_gif(folder_ / "overlay.gif", beginning_, delay_);
}

}  // namespace rnem::tracking
