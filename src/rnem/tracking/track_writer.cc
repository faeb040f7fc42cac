#include "rnem/tracking/track_writer.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/tracking/mot_file.h"

namespace rnem::tracking {
namespace {

constexpr const char *kSeen = "seen.spool", *kImagined = "imagined.spool";

void close_text(std::ofstream& out, const char* name) {
  out.close();
  if (!out) fail("{}: cannot write", name);
}

}  // namespace

TrackWriter::TrackWriter(std::filesystem::path folder, const Lives& lives, std::int64_t wait,
                         int width, int height, double rate)
    : folder_(std::move(folder)),
      lives_(lives),
      wait_(static_cast<std::size_t>(wait)),
      mot_(folder_ / "tracks.txt"),
      seen_(folder_ / kSeen),
      imagined_(folder_ / kImagined),
      films_(folder_, width, height, rate) {
  make_folder(folder_ / "masks");
}

void TrackWriter::add(std::int64_t frame, const figures::Image& picture, figures::IdPicture lives) {
  waiting_.push_back({frame, picture, std::move(lives)});
  write_waiting(wait_);
}

void TrackWriter::write_waiting(std::size_t keep) {
  while (waiting_.size() > keep) {
    write(waiting_.front());
    waiting_.pop_front();
  }
}

figures::IdPicture TrackWriter::with_ids(const figures::IdPicture& lives, bool births) {
  figures::IdPicture ids = lives;
  for (auto& pixel : ids.ids) {
    if (pixel == 0) continue;
    const auto known = ids_.find(pixel);
    if (known != ids_.end()) {
      pixel = static_cast<std::uint16_t>(known->second);
    } else if (births && lives_.confirmed(pixel)) {
      const int id = static_cast<int>(ids_.size()) + 1;
      ids_[pixel] = id;
      pixel = static_cast<std::uint16_t>(id);
    } else {
      pixel = 0;
    }
  }
  return ids;
}

std::vector<Sighting> TrackWriter::located(const figures::IdPicture& ids, std::int64_t frame,
                                           TrackSpool& spool) {
  std::vector<Sighting> sightings = sightings_of(ids);
  for (Sighting& s : sightings) {
    s.frame = frame;
    if (seen_.has(s.id)) {
      const Sighting& before = spool.has(s.id) ? spool.last(s.id) : seen_.last(s.id);
      const auto frames = static_cast<double>(frame - before.frame);
      s.vx = (s.x - before.x) / frames;
      s.vy = (s.y - before.y) / frames;
    }
    spool.add(s);
  }
  return sightings;
}

void TrackWriter::write(const Waiting& waiting) {
  const figures::IdPicture ids = with_ids(waiting.lives, /*births=*/true);
  const auto sightings = located(ids, waiting.frame, seen_);
  for (const Sighting& s : sightings) mot_ << mot_line(s);
  figures::write_id_png(folder_ / "masks" / fmt::format("{:06}.png", waiting.frame), ids);
  films_.add(waiting.picture, ids, sightings);
}

void TrackWriter::add_imagined(std::int64_t frame, const figures::IdPicture& lives) {
  write_waiting(0);
  if (!simulated_.is_open()) simulated_.open(folder_ / "simulated.txt");
  const figures::IdPicture ids = with_ids(lives, /*births=*/false);
  const auto sightings = located(ids, frame, imagined_);
  for (const Sighting& s : sightings) simulated_ << mot_line(s);
  films_.add(figures::Image(ids.width, ids.height), ids, sightings, "simulated");
}

void TrackWriter::finish(const FilmFacts& facts) {
  write_waiting(0);
  close_text(mot_, "tracks.txt");
  if (simulated_.is_open()) close_text(simulated_, "simulated.txt");
  write_track_list(folder_ / "tracks.json", facts, seen_, imagined_);
  write_youtube_vis(folder_ / "youtube-vis.json", facts, seen_);
  films_.close();
  std::filesystem::remove(folder_ / kSeen);
  std::filesystem::remove(folder_ / kImagined);
}

}  // namespace rnem::tracking
