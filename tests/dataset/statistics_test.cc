#include "rnem/dataset/statistics.h"

#include <gtest/gtest.h>

#include "observers.h"
namespace rnem::dataset {
namespace {

// Two frames of four pixels; sequence 0 has one object, sequence 1 has two that collide.
class ByHand final : public Source {
 public:
  worlds::Shape shape() const override { return {.height = 2, .width = 2, .max_objects = 2}; }
  std::string description() const override { return "by hand"; }
  std::int64_t size(Split) const override { return 2; }
  int frames() const override { return 2; }
  worlds::Sequence get(Split, std::int64_t index, int, int) const override {
    worlds::Sequence s;
    s.frames = 2;
    s.objects = static_cast<int>(index) + 1;
    s.features = index == 0 ? std::vector<std::uint8_t>{1, 0, 0, 0, 0, 1, 0, 0}
                            : std::vector<std::uint8_t>{1, 1, 0, 0, 1, 1, 1, 1};
    s.collisions = index == 0 ? std::vector<std::uint8_t>(8, 0)
                              : std::vector<std::uint8_t>{1, 1, 0, 0, 0, 0, 0, 0};
    return s;
  }
};

TEST(Statistics, AreWhatOneCountsByHand) {
  const auto all = measure(ByHand(), Split::kTraining, 10, 51, rnem::testing::nobody());
  EXPECT_EQ(all.sequences, 2);
  EXPECT_EQ(all.frames, 2);
  EXPECT_DOUBLE_EQ(all.on_pixels, 8.0 / 4);
  EXPECT_DOUBLE_EQ(all.changed_pixels, (2.0 + 2.0) / 2);
  EXPECT_EQ(all.fewest_objects, 1);
  EXPECT_EQ(all.most_objects, 2);
  EXPECT_DOUBLE_EQ(all.collision_frames.value(), 1.0 / 4);
  EXPECT_DOUBLE_EQ(all.collision_pixels.value(), 2.0 / 8);
}

TEST(Statistics, LookAtNoMoreThanTheSample) {
  const auto one = measure(ByHand(), Split::kTraining, 1, 51, rnem::testing::nobody());
  EXPECT_EQ(one.sequences, 1);
  EXPECT_DOUBLE_EQ(one.on_pixels, 1.0);
  EXPECT_EQ(one.most_objects, 1);
}

}  // namespace
}  // namespace rnem::dataset
