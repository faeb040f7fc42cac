#include "rnem/model/memory_need.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"
#include "rnem/model/settings.h"
#include "rnem/runtime/host.h"

namespace rnem::model {
namespace {

using rnem::testing::error_of;
using ::testing::AllOf;
using ::testing::HasSubstr;

// A training of the paper's size, 64 sequences of 30 steps, was measured at 2.9 GB.
TEST(MemoryNeed, OfThePapersTrainingIsAboutWhatWasMeasured) {
  const double bytes = component_step_bytes(Settings().model, 5) * 64 * 5 * 30;
  EXPECT_GT(bytes, 2.0e9);
  EXPECT_LT(bytes, 4.0e9);
}

TEST(MemoryNeed, GrowsWithTheOtherComponents) {
  const ModelConfig config = Settings().model;
  EXPECT_GT(component_step_bytes(config, 9), component_step_bytes(config, 8));
  ModelConfig alone = config;
  alone.kind = "rnn-em";
  EXPECT_EQ(component_step_bytes(alone, 9), component_step_bytes(alone, 8));
}

TEST(MemoryNeed, WhatDoesNotFitIsSaidWithTheNumber) {
  const ModelConfig config = Settings().model;
  EXPECT_EQ(error_of([&] { check_memory(config, 5, 64, 30, "em.k = 5"); }), "no error");
  // a machine that has as much as this one lacks
  const auto many = static_cast<std::int64_t>(runtime::memory_gib() * 1e6);
  EXPECT_THAT(error_of([&] { check_memory(config, 5, many, 30, "em.k = 5"); }),
              AllOf(HasSubstr("em.k = 5: "), HasSubstr("GiB of memory, this machine has")));
}

}  // namespace
}  // namespace rnem::model
