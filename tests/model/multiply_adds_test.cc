#include <gtest/gtest.h>

#include "model/tiny_model.h"
#include "rnem/model/model.h"

namespace rnem::model {
namespace {

double counted(const Settings& settings) {
  return Model::create(settings, 1)->multiply_adds(settings.em.k);
}

TEST(MultiplyAdds, OfThePapersNetworkAreTheSumOfItsLayers) {
  const double encoder = 32 * 32 * 16 * 16 + 2.0 * 64 * 64 * 512 + 4096 * 512;
  const double decoder =
      250 * 512 + 512 * 4096 + 25.0 * (8 * 8 * 64 * 32 + 16 * 16 * 32 * 16 + 32 * 32 * 16);
  const double interaction = 3 * 250 * 250 + 4 * (250 * 250 + 250 * 100 + 100);
  EXPECT_EQ(counted({}), encoder + decoder + interaction + (500 + 512) * 250);
}

TEST(MultiplyAdds, OfAnInteractionGrowWithTheOtherComponents) {
  Settings settings = testing::tiny_settings("r-nem");
  const auto model = Model::create(settings, 1);
  EXPECT_EQ(model->multiply_adds(4) - model->multiply_adds(3), 5 * 5 + 5 * 4 + 4);
  // all others weigh the same: no MLP_att
  settings.model.kind = "r-nem-noatt";
  const auto alike = Model::create(settings, 1);
  EXPECT_EQ(alike->multiply_adds(4) - alike->multiply_adds(3), 5 * 5);
}

TEST(MultiplyAdds, OfAResizeCountDistinctPixelsOnly) {
  Settings settings;
  ModelConfig& config = settings.model;
  config.kind = "rnn-em";
  config.height = config.width = 3;
  config.hidden = 4;
  config.encoder = {"fc 5 elu"};
  config.decoder = {"fc 3x3x1 relu", "up 1x1 1 sigmoid plain to 3x3"};
  const double one_to_one = counted(settings);
  EXPECT_EQ(one_to_one, 9 * 5 + (4 + 5) * 4 + 4 * 9 + 9);
  // 2 -> 3 rows: 0 0 1; of the two taps y, y + 1 the first row sees one pixel, the others two
  config.decoder = {"fc 2x2x1 relu", "up 2x2 1 sigmoid plain to 3x3"};
  EXPECT_EQ(counted(settings), 9 * 5 + (4 + 5) * 4 + 4 * 4 + 5 * 5);
}

TEST(MultiplyAdds, OfAnActionAreSharedByTheComponents) {
  Settings settings = testing::tiny_settings("rnn-em");
  const double alone = counted(settings);
  settings.model.actions = 6;
  settings.model.action_embedding = 4;
  EXPECT_DOUBLE_EQ(counted(settings) - alone, 6 * 4 / 3.0 + 4 * 6);
}

TEST(MultiplyAdds, OfTheLstmHaveFourGates) {
  const Settings one = testing::tiny_settings("rnn"), four = testing::tiny_settings("lstm");
  EXPECT_EQ(counted(four) - counted(one), 3 * 6 * (6 + 10));
}

TEST(MultiplyAdds, OfAGradientStepAreThreeWaysThroughTheDecoder) {
  EXPECT_EQ(counted(testing::tiny_settings("n-em")), 3 * 6 * 64);
}

}  // namespace
}  // namespace rnem::model
