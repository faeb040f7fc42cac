#include "rnem/studio/workers.h"

namespace rnem::studio {

void Workers::enqueue(std::function<void()> job) {
  const std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(job));
  ++waiting_;
  if (jobs_.size() > idle_ && threads_.size() < most_) {
    threads_.emplace_back([this] { serve(); });
  } else {
    arrived_.notify_one();
  }
}

void Workers::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    arrived_.wait(lock, [this] { return ends_ || !jobs_.empty(); });
    --idle_;
    if (jobs_.empty()) return;
    const auto job = std::move(jobs_.front());
    jobs_.pop_front();
    --waiting_;
    lock.unlock();
    job();
    lock.lock();
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
