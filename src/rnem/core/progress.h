// A line on stderr that says how far, how fast, and how long still.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace rnem {

// On a terminal the line redraws in place about ten times a second; elsewhere a line every 15 s.
class Progress {
 public:
  Progress(std::string what, std::string unit, std::int64_t total, std::int64_t done = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `note` stands at the end of the line: loss, file size, whatever the work tells about itself.
  void update(std::int64_t done, std::string_view note = "");
  void finish(std::string_view note = "");

 private:
  using Clock = std::chrono::steady_clock;
  void draw(bool last);

  std::string what_, unit_, note_;
  std::int64_t total_, first_, done_;
  Clock::time_point start_, drawn_;
  bool terminal_, finished_ = false;
};

std::string format_duration(double seconds);  // "1 h 02 min", "3 min 07 s", "4.2 s"

}  // namespace rnem
