// Sightings on their way to files that list them track by track: on disk, so that an hour of them
// needs no memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <vector>

#include "rnem/tracking/sighting.h"

namespace rnem::tracking {

class TrackSpool {
 public:
  explicit TrackSpool(const std::filesystem::path& path);

  void add(const Sighting& sighting);
  std::vector<int> ids() const;  // in ascending order
  // The sightings of a track in the order in which they were added.
  void for_each(int id, const std::function<void(const Sighting&)>& visit);
  // How many of it there are, and its last one, without the mask.
  std::int64_t size(int id) const { return tracks_.at(id).count; }
  bool has(int id) const { return tracks_.contains(id); }
  const Sighting& last(int id) const { return tracks_.at(id).last; }

 private:
  struct Track {
    std::int64_t offset = -1;  // of its last record, which tells where the one before lies
    std::int64_t count = 0;
    Sighting last;  // without its mask
  };
  std::fstream file_;
  std::string name_;
  std::map<int, Track> tracks_;
  std::int64_t end_ = 0;
};

}  // namespace rnem::tracking
