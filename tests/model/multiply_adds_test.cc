#include "rnem/model/multiply_adds.h"

#include <gtest/gtest.h>

namespace rnem::model {
namespace {

TEST(MultiplyAdds, OfThePapersNetworkAreTheSumOfItsLayers) {
  const double encoder = 32 * 32 * 16 * 16 + 2.0 * 64 * 64 * 512 + 4096 * 512;
  const double decoder =
      250 * 512 + 512 * 4096 + 25.0 * (8 * 8 * 64 * 32 + 16 * 16 * 32 * 16 + 32 * 32 * 16);
  const double interaction = 3 * 250 * 250 + 4 * (250 * 250 + 250 * 100 + 100);
  EXPECT_EQ(multiply_adds({}), encoder + decoder + interaction + (500 + 512) * 250);
}

TEST(MultiplyAdds, OfAnInteractionGrowWithTheOtherComponents) {
  model::Settings settings;
  const double five = multiply_adds(settings);
  settings.em.k = 6;
  EXPECT_EQ(multiply_adds(settings) - five, 250 * 250 + 250 * 100 + 100);
}

TEST(MultiplyAdds, OfAResizeCountDistinctPixelsOnly) {
  model::Settings settings;
  model::ModelConfig& config = settings.model;
  config.kind = "rnn-em";
  config.height = config.width = 3;
  config.hidden = 4;
  config.encoder = {"fc 5 elu"};
  config.decoder = {"fc 3x3x1 relu", "up 1x1 1 sigmoid plain to 3x3"};
  const double one_to_one = multiply_adds(settings);
  EXPECT_EQ(one_to_one, 9 * 5 + (4 + 5) * 4 + 4 * 9 + 9);
  // 2 -> 3 rows: 0 0 1; of the two taps y, y + 1 the first row sees one pixel, the others two
  config.decoder = {"fc 2x2x1 relu", "up 2x2 1 sigmoid plain to 3x3"};
  EXPECT_EQ(multiply_adds(settings), 9 * 5 + (4 + 5) * 4 + 4 * 4 + 5 * 5);
}

}  // namespace
}  // namespace rnem::model
