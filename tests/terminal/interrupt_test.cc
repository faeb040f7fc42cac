#include "rnem/cli/terminal/interrupt.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "rnem/cli/terminal/terminal.h"
#include "rnem/core/error.h"
#include "rnem/core/task.h"

namespace rnem::cli {
namespace {

// The exit code of `work` in a process of its own, or 128 + the signal that ended it.
template <class Work>
int code_of(Work&& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    catch_interrupts();
    ::_exit(work());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void send_and_wait_for_flag(int signal) {
  ::kill(::getpid(), signal);
  while (!interrupted()) std::this_thread::yield();
}

TEST(Interrupt, OfEitherKindRaisesTheFlag) {
  for (const int signal : {SIGINT, SIGTERM}) {
    EXPECT_EQ(code_of([&] {
                Terminal terminal;
                if (interrupted()) return 1;
                stop_if_asked(terminal);
                send_and_wait_for_flag(signal);
                try {
                  stop_if_asked(terminal);
                } catch (const Interrupted&) {
                  return 7;
                }
                return 2;
              }),
              7);
  }
}

TEST(Interrupt, OfASecondTimeEndsTheProcess) {
  EXPECT_EQ(code_of([] {
              send_and_wait_for_flag(SIGINT);
              ::kill(::getpid(), SIGINT);
              for (;;) ::pause();  // work that never asks for the flag
              return 0;
            }),
            kInterruptedCode);
}

// The kernel sends SIGTERM to a rank once for every thread of a launcher that was killed.
TEST(Interrupt, BySigtermASecondTimeLeavesTimeToSave) {
  EXPECT_EQ(code_of([] {
              send_and_wait_for_flag(SIGTERM);
              ::kill(::getpid(), SIGTERM);
              sigset_t pending;
              do {
                sigpending(&pending);
              } while (sigismember(&pending, SIGTERM) == 1);
              std::this_thread::sleep_for(std::chrono::milliseconds(200));  // to end, if it did
              return 7;
            }),
            7);
}

// A shell ignores SIGINT for what it starts in the background.
TEST(Interrupt, IsSeenWhenItWasIgnoredBefore) {
  const auto before = std::signal(SIGINT, SIG_IGN);
  EXPECT_EQ(code_of([] {
              send_and_wait_for_flag(SIGINT);
              return 7;
            }),
            7);
  std::signal(SIGINT, before);
}

// A handler on a thread that computes would write its frame over live data (interrupt.h).
TEST(Interrupt, RunsNothingOnThreadsThatCompute) {
  EXPECT_EQ(code_of([] {
              const auto is_clean = [] {
                sigset_t blocked;
                pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
                struct sigaction action = {};
                sigaction(SIGINT, nullptr, &action);
                return sigismember(&blocked, SIGINT) == 1 && sigismember(&blocked, SIGTERM) == 1 &&
                       action.sa_handler == SIG_DFL;
              };
              bool started = false;
              std::thread([&] { started = is_clean(); }).join();
              return is_clean() && started ? 7 : 1;
            }),
            7);
}

}  // namespace
}  // namespace rnem::cli
