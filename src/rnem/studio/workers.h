// Threads that serve connections: as many as there are connections, up to a limit.
#pragma once

#include <httplib.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace rnem::studio {

class Workers final : public httplib::TaskQueue {
 public:
  // `waiting` counts connections that find no thread, nor one that is about to start: those that
  // are idle should then give way.
  Workers(std::size_t most, std::atomic<int>& waiting) : most_(most), waiting_(waiting) {}

  void enqueue(std::function<void()> job) override;
  void shutdown() override;

 private:
  void serve();
  void count_waiting();

  std::size_t most_;
  std::atomic<int>& waiting_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  std::size_t free_ = 0;  // threads without a connection, those that are starting included
  bool ends_ = false;
};

}  // namespace rnem::studio
