// Tracks one by one, as JSON: ours, and the layout of YouTube-VIS.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "rnem/tracking/track_spool.h"

namespace rnem::tracking {

struct FilmFacts {
  std::string source, model;
  int width = 0, height = 0;
  double rate = 0;                                    // 0: not known
  std::int64_t frames = 0, every = 1, simulated = 0;  // read; every n-th of them seen; after them
};

// tracks.json: of every track when it appears and disappears (null: it is there at the end),
// and frame by frame positions, velocities, areas. `imagined` has what comes next.
void write_track_list(const std::filesystem::path& path, const FilmFacts& facts, TrackSpool& seen,
                      TrackSpool& imagined);

// One video, one category, one annotation a track; segmentations, bboxes and areas have an entry
// for every frame, null where it is not seen.
void write_youtube_vis(const std::filesystem::path& path, const FilmFacts& facts, TrackSpool& seen);

}  // namespace rnem::tracking
