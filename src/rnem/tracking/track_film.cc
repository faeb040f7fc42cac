#include "rnem/tracking/track_film.h"

#include <fmt/format.h>

#include <limits>

#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/tracking/owners.h"
#include "rnem/tracking/track_writer.h"
#include "rnem/tracking/watcher.h"

namespace rnem::tracking {
namespace {

constexpr double kUsualRate = 10;  // frames a second of films that do not say

// Lives in place of components: [H*W] of the picture.
figures::IdPicture with_lives(figures::IdPicture owners, const std::vector<int>& lives) {
  for (auto& pixel : owners.ids) {
    if (pixel == 0) continue;
    const int life = lives[std::size_t(pixel) - 1];
    if (life > std::numeric_limits<std::uint16_t>::max()) {
      fail("more than {} objects came and went; --smallest leaves out specks",
           std::numeric_limits<std::uint16_t>::max());
    }
    pixel = static_cast<std::uint16_t>(life);
  }
  return owners;
}

}  // namespace

TrackResult track_film(const video::OpenFilm& open, const model::Model& model,
                       const Runtime& runtime, const TrackSettings& settings,
                       const std::filesystem::path& folder, Observer& observer) {
  const auto& config = model.config();
  video::View view(open, {int(config.width), int(config.height)}, settings.view);
  const video::FilmInfo& info = view.info();
  const double told = settings.rate > 0 ? settings.rate : info.rate;
  const double rate = (told > 0 ? told : kUsualRate) / double(settings.view.every);

  Watcher watcher(model, runtime, settings.k, settings.seed);
  Lives lives(settings.k, settings.lives);
  TrackWriter writer(folder, lives, settings.lives.confirmed, info.width, info.height, rate);
  TrackResult result;
  {
    Task task(observer, "tracking", "frames", view.expected());
    std::int64_t done = 0;
    while (!result.stopped && view.next()) {
      const Watching seen = watcher.see(view.pixels());
      const std::vector<int> alive = lives.next(seen.held);
      figures::IdPicture owners =
          config.has_mask() ? enlarged(seen.owners, view.frame(), seen.colours, view.fit())
                            : enlarged(seen.owners, view.levels(), view.binariser(), view.fit());
      writer.add(view.number(), video::picture_of(view.frame()),
                 with_lives(std::move(owners), alive));
      task.update(++done, fmt::format("{} objects", writer.tracks()));
      result.stopped = observer.should_stop();
    }
    if (done == 0) fail_input("{}: has no frames", info.name);
    task.finish(fmt::format("{} objects", writer.tracks()));
  }
  result.frames = view.read();
  for (std::int64_t i = 1; i <= settings.simulate && !result.stopped; ++i) {
    const Watching next = watcher.imagine();
    writer.add_imagined(view.number() + i * settings.view.every,
                        with_lives(enlarged(next.owners, view.fit()), lives.next(next.held)));
  }
  writer.finish({info.name, settings.model_name, info.width, info.height, told, result.frames,
                 settings.view.every, settings.simulate});
  result.tracks = writer.tracks();
  return result;
}

}  // namespace rnem::tracking
