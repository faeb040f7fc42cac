#include "rnem/studio/workers.h"

#include <algorithm>

namespace rnem::studio {

void Workers::enqueue(std::function<void()> job) {
  const std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(job));
  if (jobs_.size() > free_ && threads_.size() < most_) {
    ++free_;
    threads_.emplace_back([this] { serve(); });
  } else {
    arrived_.notify_one();
  }
  count_waiting();
}

// On a busy machine a thread takes a while to come to its connection, for which nobody need give
// way.
void Workers::count_waiting() {
  waiting_ = static_cast<int>(jobs_.size() - std::min(jobs_.size(), free_));
}

void Workers::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    arrived_.wait(lock, [this] { return ends_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    const auto job = std::move(jobs_.front());
    jobs_.pop_front();
    --free_;
    count_waiting();
    lock.unlock();
    job();
    lock.lock();
    ++free_;
    count_waiting();
  }
}

void Workers::shutdown() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  arrived_.notify_all();
  for (auto& thread : threads_) thread.join();
}

}  // namespace rnem::studio
