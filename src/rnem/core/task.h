// A piece of work as its observer hears of it.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/observer.h"

namespace rnem {

// Tells the observer that the work has begun, and at its end how it ended.
class Task {
 public:
  Task(Observer& observer, std::string what, std::string unit, std::int64_t total,
       std::int64_t done = 0)
      : observer_(observer), now_{std::move(what), std::move(unit), total, done, done} {
    observer_.progress(now_);
  }
  ~Task() { end(Progress::Phase::kLeft); }
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  void update(std::int64_t done, std::string_view detail = "") {
    now_.phase = Progress::Phase::kGoing;
    now_.done = done;
    now_.detail = detail;
    observer_.progress(now_);
  }
  void finish(std::string_view detail = "") {
    now_.detail = detail;
    end(Progress::Phase::kDone);
  }

 private:
  void end(Progress::Phase how) {
    if (ended_) return;
    ended_ = true;
    now_.phase = how;
    observer_.progress(now_);
  }

  Observer& observer_;
  Progress now_;
  bool ended_ = false;
};

template <class... Args>
void note(Observer& observer, fmt::format_string<Args...> format, Args&&... args) {
  observer.note(fmt::format(format, std::forward<Args>(args)...));
}

// For loops with nothing to save.
inline void stop_if_asked(Observer& observer) {
  if (observer.should_stop()) throw Interrupted();
}

}  // namespace rnem
