// The one thread that computes, for all viewers in turn: LibTorch's pool then has one master, and a
// request that comes second waits instead of halving the first one's speed.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

namespace rnem::studio {

class Engine {
 public:
  static constexpr std::size_t kMostWaiting = 128;

  Engine();
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Runs `work` there, after what came before, and hands back its result or its exception. Busy
  // when too much is waiting.
  template <class Work>
  auto run(Work work) -> decltype(work()) {
    std::packaged_task<decltype(work())()> task(std::move(work));
    auto result = task.get_future();
    enqueue([&task] { task(); });
    return result.get();
  }

 private:
  void enqueue(std::function<void()> job);
  void work();

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::function<void()>> jobs_;
  bool ends_ = false;
  std::thread thread_;  // last: it uses what is above
};

}  // namespace rnem::studio
