// For programs that are not ours, such as Python: the calling thread made fit to compute, for a
// while.
#pragma once

#include <csignal>

namespace rnem {

// While one lives, the thread that made it and the pool's threads hold signals back: oneDNN's code
// uses the stack pointer for data, so that no handler may run there. Denormal numbers are zeros, as
// in the pool. Afterwards the calling thread is as it was.
class ComputeScope {
 public:
  ComputeScope();
  ~ComputeScope();
  ComputeScope(const ComputeScope&) = delete;
  ComputeScope& operator=(const ComputeScope&) = delete;

  // Handlers of signals that wait run now. Only where nothing computes: in an Observer.
  void let_signals_in();

 private:
  sigset_t before_{};
  unsigned rounding_ = 0;
};

}  // namespace rnem
