#include "rnem/compute_scope.h"

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>

#include "rnem/machine/parallel.h"

namespace rnem {
namespace {

std::atomic<int> handled{0};

bool open_to(int signal) {
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  return sigismember(&mask, signal) == 0;
}

TEST(ComputeScope, HoldsSignalsBackUntilTheyAreLetIn) {
  const auto before = std::signal(SIGUSR1, [](int) { ++handled; });
  {
    ComputeScope scope;
    std::raise(SIGUSR1);
    EXPECT_EQ(handled, 0);
    scope.let_signals_in();
    EXPECT_EQ(handled, 1);
    std::raise(SIGUSR1);
    EXPECT_EQ(handled, 1);
  }
  EXPECT_EQ(handled, 2) << "what waited comes at the end";
  EXPECT_TRUE(open_to(SIGUSR1));
  std::signal(SIGUSR1, before);
}

TEST(ComputeScope, ClosesThreadsThatWereThereBefore) {
  const auto count_open = [] {
    std::atomic<int> open{0};
    machine::parallel_for(machine::max_threads(), 1, [&](std::int64_t, std::int64_t, int) {
      if (open_to(SIGINT)) ++open;
    });
    return open.load();
  };
  count_open();  // makes the pool, as open as this thread
  const ComputeScope scope;
  EXPECT_EQ(count_open(), 0);
}

TEST(ComputeScope, LeavesDenormalNumbersToTheCallerAfterwards) {
  volatile float small = 1e-39F;
  EXPECT_GT(small * 1.0F, 0.0F);
  {
    const ComputeScope scope;
    EXPECT_EQ(small * 1.0F, 0.0F);
  }
  EXPECT_GT(small * 1.0F, 0.0F);
}

}  // namespace
}  // namespace rnem
