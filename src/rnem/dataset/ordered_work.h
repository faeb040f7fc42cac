// Work done ahead on other threads, handed over in order.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "rnem/core/error.h"

namespace rnem::dataset {

// Calls make(i) for i = first .. end - 1 on `threads` threads; next() gives the results in order of
// i, so they do not depend on the number of threads. At most `ahead` results exist that next() has
// not given yet. What make(i) throws, next() throws in its place. The destructor waits for calls
// under way and drops the rest.
template <class Result>
class OrderedWork {
 public:
  OrderedWork(std::int64_t first, std::int64_t end, int threads, int ahead,
              std::function<Result(std::int64_t)> make)
      : make_(std::move(make)),
        end_(end),
        ahead_(std::max(ahead, 1)),
        claimed_(first),
        next_(first) {
    for (int i = 0; i < std::max(threads, 1); ++i) {
      threads_.emplace_back([this] { work(); });
    }
  }

  ~OrderedWork() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    room_.notify_all();
    for (auto& thread : threads_) thread.join();
  }

  OrderedWork(const OrderedWork&) = delete;
  OrderedWork& operator=(const OrderedWork&) = delete;

  Result next() {
    std::unique_lock lock(mutex_);
    RNEM_CHECK(next_ < end_, "there is no more work");
    ready_.wait(lock, [this] { return done_.contains(next_); });
    auto node = done_.extract(next_);
    ++next_;
    lock.unlock();
    room_.notify_all();
    Outcome& outcome = node.mapped();
    if (outcome.error) std::rethrow_exception(outcome.error);
    return std::move(*outcome.result);
  }

 private:
  struct Outcome {
    std::optional<Result> result;
    std::exception_ptr error;
  };

  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      room_.wait(lock, [this] { return stop_ || claimed_ == end_ || claimed_ - next_ < ahead_; });
      if (stop_ || claimed_ == end_) return;
      const std::int64_t index = claimed_++;
      lock.unlock();
      Outcome outcome;
      try {
        outcome.result = make_(index);
      } catch (...) {
        outcome.error = std::current_exception();
      }
      lock.lock();
      done_.emplace(index, std::move(outcome));
      ready_.notify_one();
    }
  }

  const std::function<Result(std::int64_t)> make_;
  const std::int64_t end_, ahead_;
  std::mutex mutex_;
  std::condition_variable room_, ready_;
  std::map<std::int64_t, Outcome> done_;
  std::int64_t claimed_, next_;
  bool stop_ = false;
  std::vector<std::thread> threads_;  // last: they use everything above
};

}  // namespace rnem::dataset
