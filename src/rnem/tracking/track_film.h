// A film through a model, frame by frame, to files that say who is where.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "rnem/model/model.h"
#include "rnem/observer.h"
#include "rnem/runtime.h"
#include "rnem/tracking/lives.h"
#include "rnem/video/view.h"

namespace rnem::tracking {

struct TrackSettings {
  video::ViewSettings view;
  std::string model_name;  // for tracks.json
  std::int64_t k = 8;      // components at most
  LifeRules lives;
  std::int64_t simulate = 0;  // steps after the last frame
  std::int64_t most = 0;      // frames to read at most; 0: all
  double rate = 0;            // frames a second, in place of what the film says
  std::uint64_t seed = 1;
};

struct TrackResult {
  std::int64_t frames = 0, tracks = 0;
  bool stopped = false;  // before the end, because the observer asked to
};

// Writes tracks.txt, tracks.json, youtube-vis.json, masks/, overlay.mp4, overlay.gif and, with
// simulation, simulated.txt below `folder`. `open` is called twice, unless the film is live: first
// for a look at its beginning. When the observer asks to stop, the files are of what was seen so
// far.
TrackResult track_film(const video::OpenFilm& open, const model::Model& model,
                       const Runtime& runtime, const TrackSettings& settings,
                       const std::filesystem::path& folder, Observer& observer);

}  // namespace rnem::tracking
