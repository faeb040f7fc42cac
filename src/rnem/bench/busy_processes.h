// Other processes that keep cores busy.
#pragma once

#include <sys/types.h>

#include <vector>

namespace rnem::bench {

// As many as asked for, while it lives. They end with it, and with the process and the thread that
// made it however those end, kill -9 included.
class BusyProcesses {
 public:
  explicit BusyProcesses(int count);
  ~BusyProcesses();
  BusyProcesses(const BusyProcesses&) = delete;
  BusyProcesses& operator=(const BusyProcesses&) = delete;

 private:
  void end();

  std::vector<pid_t> processes_;
};

}  // namespace rnem::bench
