#include "rnem/studio/workers.h"

#include <gtest/gtest.h>

#include <semaphore>

namespace rnem::studio {
namespace {

// Connections that last until they are told to end.
struct Busy {
  std::counting_semaphore<8> begun{0}, may_end{0};
  std::function<void()> job() {
    return [this] {
      begun.release();
      may_end.acquire();
    };
  }
};

TEST(Workers, NobodyWaitsWhileThreadsCanBeHad) {
  std::atomic<int> waiting{0};
  Busy busy;
  Workers workers(2, waiting);
  // at once: a thread that has yet to start is a thread
  workers.enqueue(busy.job());
  EXPECT_EQ(waiting, 0);
  workers.enqueue(busy.job());
  EXPECT_EQ(waiting, 0);
  busy.may_end.release(2);
  workers.shutdown();
}

TEST(Workers, WhoFindsNoThreadWaitsUntilOneIsFree) {
  std::atomic<int> waiting{0};
  Busy busy;
  Workers workers(2, waiting);
  for (int i = 0; i < 3; ++i) workers.enqueue(busy.job());
  EXPECT_EQ(waiting, 1);
  busy.may_end.release();
  for (int i = 0; i < 3; ++i) busy.begun.acquire();
  EXPECT_EQ(waiting, 0);
  busy.may_end.release(2);
  workers.shutdown();
}

}  // namespace
}  // namespace rnem::studio
