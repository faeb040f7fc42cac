#include "rnem/dataset/ordered_work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

namespace rnem::dataset {
namespace {

TEST(OrderedWork, GivesResultsInOrderForAnyNumberOfThreads) {
  for (const int threads : {1, 2, 7}) {
    for (const int ahead : {1, 3, 50}) {
      OrderedWork<std::string> work(10, 60, threads, ahead,
                                    [](std::int64_t i) { return std::to_string(i); });
      for (int i = 10; i < 60; ++i) EXPECT_EQ(work.next(), std::to_string(i));
    }
  }
}

TEST(OrderedWork, StaysNoFurtherAheadThanAllowed) {
  std::atomic<std::int64_t> taken{0}, furthest{0};
  {
    OrderedWork<int> work(0, 200, 4, 5, [&](std::int64_t i) {
      const std::int64_t lead = i - taken.load();
      std::int64_t seen = furthest.load();
      while (lead > seen && !furthest.compare_exchange_weak(seen, lead)) {
      }
      return 0;
    });
    for (int i = 0; i < 200; ++i) {
      work.next();
      taken.store(i + 1);
    }
  }
  // i < next + ahead, and `taken` may lag one behind `next`
  EXPECT_LE(furthest.load(), 5);
  EXPECT_GT(furthest.load(), 0);
}

TEST(OrderedWork, ThrowsInPlaceOfTheResult) {
  OrderedWork<int> work(0, 5, 3, 5, [](std::int64_t i) {
    if (i == 2) fail("number two");
    return static_cast<int>(i);
  });
  EXPECT_EQ(work.next(), 0);
  EXPECT_EQ(work.next(), 1);
  EXPECT_THROW(work.next(), Error);
  EXPECT_EQ(work.next(), 3);
}

}  // namespace
}  // namespace rnem::dataset
