// Whether other programs take the cores away from this process's threads.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>

namespace rnem::machine {

// Time that threads of this process stood in the queue for a core: able to run, and not running.
class QueueTimes {
 public:
  // Of the thread that stood longest since the last call, as a share of that time, in [0, 1]:
  // nearly 0 on a quiet machine, about 1/2 beside as many busy threads as there are cores. One
  // thread counts and not the mean, because the others wait for it. The first call gives 0. Empty
  // where the system does not tell.
  std::optional<double> share();

 private:
  using Clock = std::chrono::steady_clock;
  std::map<std::string, double> queued_;  // seconds of each thread since it began
  Clock::time_point last_ = Clock::now();
};

// Turns shares, sampled ten times a second, into a decision that does not flap.
class Contention {
 public:
  // True while the cores are taken: from two shares in a row of at least kTaken until ten in a row
  // of at most kFree.
  bool add(double share);

  // What a mail program or a log takes stays below; a process that computes is far above (1/3 if
  // it is one on two cores).
  static constexpr double kTaken = 0.15;
  static constexpr double kFree = 0.05;

 private:
  static constexpr int kToTaken = 2, kToFree = 10;  // samples: soon, and a second
  bool taken_ = false;
  int run_ = 0;  // samples in a row that speak for the other state
};

}  // namespace rnem::machine
