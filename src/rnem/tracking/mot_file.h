// Tracks as MOTChallenge has them: one line an object and frame,
// "frame,id,left,top,width,height,confidence,-1,-1,-1"; frames, ids and pixels count from 1.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "rnem/tracking/sighting.h"

namespace rnem::tracking {

std::string mot_line(const Sighting& sighting);

struct MotBox {
  int id = 0;
  Box box;  // in our coordinates, from 0
};

// By frame, in the order of the file. Lines of the truth whose seventh number is 0 are not to be
// considered, says the format, and are left out. InputError names the line.
std::map<std::int64_t, std::vector<MotBox>> read_mot(const std::filesystem::path& path);

}  // namespace rnem::tracking
