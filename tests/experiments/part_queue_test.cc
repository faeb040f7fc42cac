#include "rnem/experiments/part_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "temporary_folder.h"

namespace rnem::experiments {
namespace {

// "a", "b" after "a", "c", "d" after "c"; each a thousand seconds of one core.
class Queue : public ::testing::Test {
 protected:
  Queue() {
    for (const char* name : {"a", "b", "c", "d"}) {
      Part part;
      part.name = name;
      part.kind = "eval";
      part.work = 1500.0 * 1000;
      parts_.push_back(part);
    }
    parts_[1].after = {"a"};
    parts_[3].after = {"c"};
  }
  PartQueue queue() const { return {parts_, folder_.path(), {0, 1, 2, 3}}; }

  static std::string name(const Part* part) { return part == nullptr ? "none" : part->name; }

  rnem::testing::TemporaryFolder folder_;
  std::vector<Part> parts_;
};

TEST_F(Queue, GivesWhatIsReadyInOrder) {
  auto q = queue();
  EXPECT_EQ(name(q.take()), "a");
  EXPECT_EQ(name(q.take()), "c");
  EXPECT_EQ(name(q.take()), "none");
  q.finish(parts_[2]);
  EXPECT_EQ(name(q.take()), "d");
  q.finish(parts_[0]);
  EXPECT_EQ(name(q.take()), "b");
}

TEST_F(Queue, GivesAPartToWhoBeganItAndAgainWhenThatOneIsGone) {
  auto q = queue();
  const Part* begun = q.take({"c", "d"});
  EXPECT_EQ(name(begun), "c");
  EXPECT_EQ(name(q.take({"d"})), "a");
  q.put_back(*begun);
  EXPECT_EQ(name(q.take()), "c");
}

TEST_F(Queue, LeavesOutWhatNeedsAPartThatFailed) {
  auto q = queue();
  q.give_up(*q.take());
  EXPECT_EQ(name(q.take()), "c");
  q.finish(parts_[2]);
  EXPECT_EQ(name(q.take()), "d");
  EXPECT_EQ(name(q.take()), "none");
}

TEST_F(Queue, TheTimeLeftIsThatOfThoseWhoDoThem) {
  EXPECT_NEAR(queue().seconds_left({1}), 4000, 1);
  EXPECT_NEAR(queue().seconds_left({4}), 1000, 1);
  EXPECT_NEAR(queue().seconds_left({1, 1}), 2000, 1);
  // "b" cannot begin before "a" is done, however many there are
  EXPECT_NEAR(queue().seconds_left({1, 1, 1, 1, 1}), 2000, 1);
  // the quick one does three while the other does one
  EXPECT_NEAR(queue().seconds_left({3, 1}), 1000, 340);
  auto q = queue();
  q.finish(*q.take());
  EXPECT_NEAR(q.seconds_left({1}), 3000, 1);
  // what is under way counts, with what is left of it
  q.take();
  EXPECT_NEAR(q.seconds_left({1}), 3000, 1);
}

}  // namespace
}  // namespace rnem::experiments
