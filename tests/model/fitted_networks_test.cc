#include "rnem/model/fitted_networks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rnem/model/model_config.h"
#include "rnem/ops/cpu/network_plan.h"

namespace rnem::model {
namespace {

using ::testing::ElementsAre;

TEST(FittedNetworks, AreThePapersAtItsSizes) {
  const ModelConfig paper;
  EXPECT_EQ(fitted_networks(64, 64).encoder, paper.encoder);
  EXPECT_EQ(fitted_networks(64, 64).decoder, paper.decoder);
  EXPECT_THAT(fitted_networks(28, 28).encoder,
              ElementsAre("conv 4x4/2 32 elu", "conv 4x4/2 64 elu", "fc 512 elu"));
  EXPECT_THAT(
      fitted_networks(28, 28).decoder,
      ElementsAre("fc 512 relu", "fc 7x7x64 relu", "up 4x4 32 relu", "up 4x4 1 sigmoid plain"));
  EXPECT_THAT(fitted_networks(84, 84).decoder,
              ElementsAre("fc 512 relu", "fc 6x6x64 relu", "up 4x4 32 relu to 11x11",
                          "up 4x4 16 relu to 21x21", "up 4x4 16 relu", "up 4x4 1 sigmoid plain"));
}

TEST(FittedNetworks, LandOnEverySize) {
  for (std::int64_t height = kSmallestFitted; height <= kLargestFitted; height += 7) {
    for (std::int64_t width = kSmallestFitted; width <= kLargestFitted; width += 3) {
      ModelConfig config;
      config.height = height;
      config.width = width;
      const auto networks = fitted_networks(height, width);
      config.encoder = networks.encoder;
      config.decoder = networks.decoder;
      EXPECT_NO_THROW(check(config, "fitted")) << height << "x" << width;
    }
  }
}

TEST(FittedNetworks, UseTheFastKernelsWhereSidesHalve) {
  for (const auto& [height, width] :
       std::vector<std::pair<int, int>>{{16, 16}, {28, 28}, {48, 48}, {48, 96}, {128, 128}}) {
    const auto networks = fitted_networks(height, width);
    ops::FeatureShape shape{height, width, 1};
    for (const auto& layer : ops::parse_layers(networks.encoder, shape, "encoder")) {
      EXPECT_TRUE(ops::kernels_support(std::exchange(shape, layer.output), layer)) << height;
    }
    shape = {0, 0, 250};
    for (const auto& layer : ops::parse_layers(networks.decoder, shape, "decoder")) {
      EXPECT_TRUE(ops::kernels_support(std::exchange(shape, layer.output), layer)) << height;
    }
  }
}

}  // namespace
}  // namespace rnem::model
