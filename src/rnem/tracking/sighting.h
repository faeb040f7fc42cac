// An object in one frame of a film, at the film's own resolution.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rnem/figures/id_picture.h"

namespace rnem::tracking {

// A point lies at the middle of pixel (0, 0) when it is (0.5, 0.5).
struct Box {
  double x = 0, y = 0, width = 0, height = 0;  // left, top
};

struct Sighting {
  int id = 0;              // of the object, from 1
  std::int64_t frame = 0;  // from 1
  double x = 0, y = 0;     // the middle of its mask
  double vx = 0, vy = 0;   // pixels a frame, since it was last seen
  std::int64_t area = 0;   // pixels of the mask
  Box box;                 // around the mask
  std::string mask;        // run lengths, as COCO packs them (run_lengths.h)
};

// Where each object of a picture is, in the order of ids; velocity and frame are left at 0.
std::vector<Sighting> sightings_of(const figures::IdPicture& picture);

}  // namespace rnem::tracking
