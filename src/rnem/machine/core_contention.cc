#include "rnem/machine/core_contention.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace rnem::machine {

std::optional<double> QueueTimes::share() {
  std::map<std::string, double> now;
  std::error_code error;
  for (std::filesystem::directory_iterator task("/proc/self/task", error), end;
       !error && task != end; task.increment(error)) {
    // nanoseconds on a core, nanoseconds in its queue, times it got a core
    std::ifstream file(task->path() / "schedstat");
    double ran = 0, queued = 0;
    // a thread may end while it is looked at
    if (file >> ran >> queued) now.emplace(task->path().filename(), queued / 1e9);
  }
  if (now.empty()) return std::nullopt;

  const auto time = Clock::now();
  const double seconds = std::chrono::duration<double>(time - last_).count();
  double longest = 0;
  if (!queued_.empty()) {
    for (const auto& [thread, queued] : now) {
      const auto before = queued_.find(thread);
      longest = std::max(longest, queued - (before == queued_.end() ? 0.0 : before->second));
    }
  }
  queued_ = std::move(now);
  last_ = time;
  // the system adds a stay when it ends, so a long one may reach back further than the last call
  return seconds > 0 ? std::min(1.0, longest / seconds) : 0.0;
}

bool Contention::add(double share) {
  const bool other = taken_ ? share <= kFree : share >= kTaken;
  run_ = other ? run_ + 1 : 0;
  if (run_ == (taken_ ? kToFree : kToTaken)) {
    taken_ = !taken_;
    run_ = 0;
  }
  return taken_;
}

}  // namespace rnem::machine
