// The files of a tracked film, written while it runs.
#pragma once

#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <vector>

#include "rnem/figures/id_picture.h"
#include "rnem/figures/image.h"
#include "rnem/tracking/lives.h"
#include "rnem/tracking/overlay.h"
#include "rnem/tracking/track_lists.h"
#include "rnem/tracking/track_spool.h"

namespace rnem::tracking {

// Frames wait until it is known which of their objects last: as long as it takes to be confirmed.
class TrackWriter {
 public:
  TrackWriter(std::filesystem::path folder, const Lives& lives, std::int64_t wait, int width,
              int height, double rate);

  // `lives` has the life of every pixel.
  void add(std::int64_t frame, const figures::Image& picture, figures::IdPicture lives);
  // A frame after the last one, of which there is no picture but what the model draws.
  void add_imagined(std::int64_t frame, const figures::IdPicture& lives);
  // Those that wait, and the lists of tracks.
  void finish(const FilmFacts& facts);

  std::int64_t tracks() const { return static_cast<std::int64_t>(ids_.size()); }

 private:
  struct Waiting {
    std::int64_t frame;
    figures::Image picture;
    figures::IdPicture lives;
  };
  figures::IdPicture with_ids(const figures::IdPicture& lives, bool births);
  std::vector<Sighting> located(const figures::IdPicture& ids, std::int64_t frame,
                                TrackSpool& spool);
  void write(const Waiting& waiting);
  void write_waiting(std::size_t keep);

  std::filesystem::path folder_;
  const Lives& lives_;
  std::size_t wait_;
  std::deque<Waiting> waiting_;
  std::map<int, int> ids_;  // life -> id
  std::ofstream mot_, simulated_;
  TrackSpool seen_, imagined_;
  OverlayFilms films_;
};

}  // namespace rnem::tracking
