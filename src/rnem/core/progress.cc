#include "rnem/core/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace rnem {

Progress::Progress(std::string what, std::string unit, std::int64_t total, std::int64_t done)
    : what_(std::move(what)),
      unit_(std::move(unit)),
      total_(total),
      first_(done),
      done_(done),
      start_(Clock::now()),
      drawn_(start_),
      terminal_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  // an interrupted bar still ends its line
  if (!finished_ && terminal_) std::fputc('\n', stderr);
}

void Progress::update(std::int64_t done, std::string_view note) {
  done_ = done;
  const auto now = Clock::now();
  const auto interval = terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(15);
  if (now - drawn_ < interval) return;
  drawn_ = now;
  note_ = note;
  draw(false);
}

void Progress::finish(std::string_view note) {
  if (finished_) return;
  note_ = note;
  draw(true);
  finished_ = true;
}

void Progress::draw(bool last) {
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const double rate = seconds > 0 ? static_cast<double>(done_ - first_) / seconds : 0.0;
  const double left = rate > 0 ? static_cast<double>(total_ - done_) / rate : 0.0;
  std::string line = fmt::format("{} {}/{} {}", what_, done_, total_, unit_);
  if (terminal_) {
    constexpr int kWidth = 24;
    const int filled =
        total_ > 0 ? static_cast<int>(std::min(done_, total_) * kWidth / total_) : kWidth;
    line = fmt::format("{} [{:#<{}}{:.<{}}] {}/{} {}", what_, "", filled, "", kWidth - filled,
                       done_, total_, unit_);
  }
  line += fmt::format(", {:.{}f}/s", rate, rate < 10 ? 2 : 0);
  line += last ? fmt::format(", took {}", format_duration(seconds))
               : fmt::format(", {} left", rate > 0 ? format_duration(left) : "?");
  if (!note_.empty()) line += "  " + note_;
  fmt::print(stderr, "{}{}{}", terminal_ ? "\r\x1b[K" : "", line, terminal_ && !last ? "" : "\n");
  std::fflush(stderr);
}

std::string format_duration(double seconds) {
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::lround(seconds));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace rnem
