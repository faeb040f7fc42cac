#include "rnem/tracking/mot_file.h"

#include <fmt/format.h>

#include <cstdio>
#include <sstream>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"

namespace rnem::tracking {

std::string mot_line(const Sighting& s) {
  return fmt::format("{},{},{:g},{:g},{:g},{:g},1,-1,-1,-1\n", s.frame, s.id, s.box.x + 1,
                     s.box.y + 1, s.box.width, s.box.height);
}

std::map<std::int64_t, std::vector<MotBox>> read_mot(const std::filesystem::path& path) {
  std::istringstream text(read_file(path));
  std::map<std::int64_t, std::vector<MotBox>> frames;
  std::int64_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    double frame = 0, id = 0, considered = 1;
    Box box;
    const int got = std::sscanf(line.c_str(), "%lf ,%lf ,%lf ,%lf ,%lf ,%lf ,%lf", &frame, &id,
                                &box.x, &box.y, &box.width, &box.height, &considered);
    // numbers that a film, its objects and its pixels can have; false for those that are none
    const auto within = [](double value, double low, double high) {
      return value >= low && value <= high;
    };
    constexpr double kMost = 1e9;
    if (got < 6 || !within(frame, 1, kMost) || !within(id, -kMost, kMost) ||
        !within(box.x, -kMost, kMost) || !within(box.y, -kMost, kMost) ||
        !within(box.width, 0, kMost) || !within(box.height, 0, kMost)) {
      fail_input("{}: line {}: expected frame,id,left,top,width,height,...", path.string(), number);
    }
    if (considered == 0) continue;
    box.x -= 1;
    box.y -= 1;
    frames[static_cast<std::int64_t>(frame)].push_back({static_cast<int>(id), box});
  }
  return frames;
}

}  // namespace rnem::tracking
