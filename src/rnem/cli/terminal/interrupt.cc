#include "rnem/cli/terminal/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "rnem/core/error.h"

namespace rnem::cli {
namespace {

// one for the process, as signals are
std::atomic<bool> flag{false};

void wait_for_signals(const sigset_t& signals) {
  int signal = 0;
  while (sigwait(&signals, &signal) == 0) {
    // A second Ctrl-C does not wait for what is being saved. SIGTERM is not the sign of impatience:
    // the kernel sends it to a rank once for every thread of a launcher that was killed.
    if (flag.exchange(true) && signal == SIGINT) ::_exit(kInterruptedCode);
  }
}

}  // namespace

void catch_interrupts() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM}) {
    sigaddset(&signals, signal);
    // a shell starts what it puts in the background with SIGINT ignored
    std::signal(signal, SIG_DFL);
  }
  const int error = pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  RNEM_CHECK(error == 0, "these signals can be blocked");
  // waits until the process ends, so there is nothing to join
  std::thread(wait_for_signals, signals).detach();
}

bool interrupted() { return flag.load(std::memory_order_relaxed); }

}  // namespace rnem::cli
