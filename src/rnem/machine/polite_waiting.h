// Threads that wait for each other spin while the cores are free, and sleep while they are taken.
//
// Spinning saves the microseconds that a sleeping thread takes to wake. But a thread that spins
// on a core which another program wants uses up its turn there, while the thread it waits for
// stands in the queue: training beside two busy processes on two cores falls far below its half.
#pragma once

#include <memory>

namespace rnem::machine {

// Watches from a thread of its own, ten times a second, and opens a SpareTeam while the cores are
// taken. Results do not depend on it.
class PoliteWaiting {
 public:
  // `threads` is how many compute together. Watches nothing when that is one, when they outnumber
  // the processors (libgomp then waits shortly anyway), or when the user has chosen:
  // OMP_WAIT_POLICY or GOMP_SPINCOUNT is set.
  explicit PoliteWaiting(int threads);
  // In a child process after fork(), which has no such thread, does nothing.
  ~PoliteWaiting();
  PoliteWaiting(const PoliteWaiting&) = delete;
  PoliteWaiting& operator=(const PoliteWaiting&) = delete;

  bool watching() const { return watch_ != nullptr; }
  bool polite() const;  // waiting is short at the moment

 private:
  class Watch;
  std::unique_ptr<Watch> watch_;
};

}  // namespace rnem::machine
