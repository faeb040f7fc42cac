#include "rnem/tracking/run_lengths.h"

#include <gtest/gtest.h>

#include "error_of.h"
#include "rnem/rng.h"

namespace rnem::tracking {
namespace {

using rnem::testing::error_of;

// from pycocotools 2.0: mask.encode(np.asfortranarray(m)) of a 5x7 mask
TEST(RunLengths, AreThoseOfPycocotools) {
  figures::IdPicture picture{7, 5, std::vector<std::uint16_t>(35, 0)};
  for (int y = 1; y < 4; ++y) {
    for (int x = 2; x < 5; ++x) picture.ids[std::size_t(7 * y + x)] = 3;
  }
  EXPECT_EQ(packed_run_lengths(picture, 3), ";320009");
}

TEST(RunLengths, ComeBackAsTheyWere) {
  Rng rng(1, "masks");
  for (int round = 0; round < 20; ++round) {
    figures::IdPicture picture{1 + int(rng.below(90)), 1 + int(rng.below(60)), {}};
    for (int i = 0; i < picture.width * picture.height; ++i) {
      // runs of all lengths
      const bool stay = i > 0 && rng.below(1 + std::uint64_t(round) * 10) != 0;
      picture.ids.push_back(stay ? picture.ids.back() : std::uint16_t(rng.below(3)));
    }
    const auto mask = unpacked_mask(packed_run_lengths(picture, 2), picture.width, picture.height);
    for (std::size_t i = 0; i < mask.size(); ++i) ASSERT_EQ(mask[i] == 1, picture.ids[i] == 2);
  }
}

TEST(RunLengths, OfAnotherSizeAreRefused) {
  figures::IdPicture picture{4, 4, std::vector<std::uint16_t>(16, 1)};
  const auto packed = packed_run_lengths(picture, 1);
  EXPECT_EQ(error_of([&] { unpacked_mask(packed, 4, 5); }), "run lengths: expected a mask of 4x5");
  EXPECT_EQ(error_of([&] { unpacked_mask(packed, 4, 3); }), "run lengths: expected a mask of 4x3");
}

}  // namespace
}  // namespace rnem::tracking
