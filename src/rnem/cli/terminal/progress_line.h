// A line on stderr that says how far, how fast, and how long still.
#pragma once

#include <chrono>
#include <string>

#include "rnem/observer.h"

namespace rnem::cli {

inline constexpr int kNoWidth = 0;  // not a terminal: lines may be as long as they are

// The line after `seconds` of work, in at most `width` columns. What matters most stands first: the
// count, the time left, the rate, then the details as far as they fit. A bar where there is room.
std::string progress_text(const Progress& now, double seconds, int width);

// On a terminal the line redraws in place about ten times a second, as wide as the window is at the
// time; elsewhere it is a line every 15 s.
class ProgressLine {
 public:
  ProgressLine();

  void show(const Progress& now);
  void make_room() const;  // for a line of another kind

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point start_, drawn_;
  bool terminal_;
};

}  // namespace rnem::cli
