#include "rnem/core/interrupt.h"

#include <atomic>
#include <csignal>

#include "rnem/core/error.h"

namespace rnem {
namespace {

// a signal handler can reach nothing but a global
std::atomic<bool> flag{false};

void on_signal(int signal) {
  flag.store(true);
  std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

bool interrupted() { return flag.load(std::memory_order_relaxed); }

void throw_if_interrupted() {
  if (interrupted()) throw Interrupted();
}

}  // namespace rnem
