#include "rnem/bench/busy_processes.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>

#include "rnem/core/error.h"

namespace rnem::bench {
namespace {

// Never returns. Nothing but calls that are safe after fork().
[[noreturn]] void keep_busy(pid_t parent) {
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);  // it ended before it could be named
  // an endless loop without an effect would be undefined
  for (std::atomic<unsigned> turns = 0;;) turns.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

BusyProcesses::BusyProcesses(int count) {
  const pid_t parent = getpid();
  for (int i = 0; i < count; ++i) {
    const pid_t process = fork();
    if (process == 0) keep_busy(parent);
    if (process < 0) {
      end();
      fail("cannot start a process that keeps a core busy");
    }
    processes_.push_back(process);
  }
}

BusyProcesses::~BusyProcesses() { end(); }

void BusyProcesses::end() {
  for (const pid_t process : processes_) kill(process, SIGKILL);
  for (const pid_t process : processes_) waitpid(process, nullptr, 0);
}

}  // namespace rnem::bench
