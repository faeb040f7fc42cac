#include "rnem/cli/terminal/progress_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "rnem/core/duration.h"

namespace rnem::cli {
namespace {

constexpr const char* kClear = "\r\x1b[K";

int window_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  constexpr int kUsual = 80;
  return kUsual;
}

std::string bar(const Progress& now) {
  constexpr int kWidth = 24;
  const int filled =
      now.total > 0 ? static_cast<int>(std::min(now.done, now.total) * kWidth / now.total) : kWidth;
  return fmt::format(" [{:#<{}}{:.<{}}]", "", filled, "", kWidth - filled);
}

// Whole parts of a list as far as they fit.
std::string fitting_parts(const std::string& list, std::size_t room) {
  if (list.size() <= room) return list;
  const auto comma = list.rfind(", ", room);
  return comma == std::string::npos ? "" : list.substr(0, comma);
}

}  // namespace

std::string progress_text(const Progress& now, double seconds, int width) {
  const double rate = seconds > 0 ? static_cast<double>(now.done - now.first) / seconds : 0.0;
  const double left = rate > 0 ? static_cast<double>(now.total - now.done) / rate : 0.0;
  std::string line = fmt::format(" {}/{} {}", now.done, now.total, now.unit);
  if (now.phase == Progress::Phase::kDone) {
    line += fmt::format(", took {}", format_duration(seconds));
  } else {
    line += fmt::format(", {} left", rate > 0 ? format_duration(left) : "?");
  }
  line += fmt::format(", {:.{}f}/s", rate, rate < 10 ? 2 : 0);
  if (width == kNoWidth) {
    return now.what + line + (now.detail.empty() ? "" : "  " + now.detail);
  }
  // the last column stays free: some terminals wrap when it is written
  const auto columns = static_cast<std::size_t>(std::max(width - 1, 1));
  const std::string drawn = bar(now);
  const std::size_t wanted = now.what.size() + line.size() + drawn.size();
  // a bar must not cost the details
  const bool roomy = wanted + (now.detail.empty() ? 0 : 2 + now.detail.size()) <= columns ||
                     (wanted + 40 <= columns);
  line = now.what + (roomy ? drawn : "") + line;
  if (line.size() + 2 < columns && !now.detail.empty()) {
    const std::string detail = fitting_parts(now.detail, columns - line.size() - 2);
    if (!detail.empty()) line += "  " + detail;
  }
  if (line.size() <= columns) return line;
  const std::string parts = fitting_parts(line, columns);
  return parts.empty() ? line.substr(0, columns) : parts;
}

ProgressLine::ProgressLine()
    : start_(Clock::now()), drawn_(start_), terminal_(::isatty(STDERR_FILENO) == 1) {}

void ProgressLine::make_room() const {
  if (terminal_) fmt::print(stderr, "{}", kClear);
}

void ProgressLine::show(const Progress& now) {
  using enum Progress::Phase;
  if (now.phase == kBegun) return;
  if (now.phase == kLeft) {
    // an interrupted line still ends
    if (terminal_) std::fputc('\n', stderr);
    return;
  }
  const auto time = Clock::now();
  const auto interval = terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(15);
  if (now.phase == kGoing && time - drawn_ < interval) return;
  drawn_ = time;
  const double seconds = std::chrono::duration<double>(time - start_).count();
  const bool stays = terminal_ && now.phase == kGoing;
  fmt::print(stderr, "{}{}{}", terminal_ ? kClear : "",
             progress_text(now, seconds, terminal_ ? window_width() : kNoWidth), stays ? "" : "\n");
  std::fflush(stderr);
}

}  // namespace rnem::cli
