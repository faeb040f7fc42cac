#include "rnem/studio/engine.h"

#include "rnem/compute_scope.h"
#include "rnem/studio/busy.h"

namespace rnem::studio {

Engine::Engine() : thread_([this] { work(); }) {}

Engine::~Engine() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  arrived_.notify_one();
  thread_.join();
}

void Engine::enqueue(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    if (jobs_.size() >= kMostWaiting) throw Busy("too many requests are waiting");
    jobs_.push_back(std::move(job));
  }
  arrived_.notify_one();
}

void Engine::work() {
  const ComputeScope scope;
  for (;;) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return ends_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    const auto job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job();
  }
}

}  // namespace rnem::studio
