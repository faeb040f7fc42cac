#include "rnem/training/train_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"
#include "places.h"

namespace rnem::training {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const fs::path kConfigs = fs::path(rnem::testing::in_source("configs"));

std::string failure(const std::vector<std::string>& assignments) {
  return rnem::testing::error_of([&] { load_config("", assignments); });
}

TEST(TrainConfig, EveryConfigFileLoads) {
  int files = 0;
  for (const auto& folder : {kConfigs, kConfigs / "paper"}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() != ".toml") continue;
      ++files;
      EXPECT_NO_THROW(load_config(entry.path(), {})) << entry.path();
    }
  }
  EXPECT_GE(files, 13);
}

TEST(TrainConfig, TheRecipeIsTheDefaultConfigFile) {
  EXPECT_EQ(to_toml(load_config(kConfigs / "balls4-rnem.toml", {})), to_toml(balls4_recipe()));
}

TEST(TrainConfig, PaperRowsHaveThePapersSettings) {
  const TrainConfig config = load_config(kConfigs / "paper/balls4-rnem-k8.toml", {});
  EXPECT_EQ(config.batch, 64);
  EXPECT_EQ(config.steps, 30);
  EXPECT_EQ(config.model.k, 8);
  EXPECT_EQ(config.rate, 1e-3);
  EXPECT_EQ(config.patience, 10);
  const TrainConfig nem = load_config(kConfigs / "paper/shapes-nem.toml", {});
  EXPECT_TRUE(nem.model.gamma_gradient);
  EXPECT_EQ(nem.loss_steps, "last");
}

TEST(TrainConfig, WhatIsWrittenReadsBackTheSame) {
  TrainConfig config, copy;
  config.rate = 3e-4;
  config.curriculum = {"0:5", "10:6"};
  config.model.k = 7;
  read_toml(to_toml(config), "copy", options(copy));
  EXPECT_EQ(to_toml(copy), to_toml(config));
  EXPECT_EQ(copy.curriculum, config.curriculum);
}

TEST(TrainConfig, UnknownKeyNamesTheNearest) {
  EXPECT_THAT(failure({"training.lerning_rate=1"}), HasSubstr("unknown key"));
  EXPECT_THAT(failure({"training.bach=1"}), HasSubstr("did you mean 'training.batch'?"));
}

TEST(TrainConfig, SettingsThatDoNotFitTogetherNameTheKey) {
  EXPECT_THAT(failure({"training.accumulate=3"}), HasSubstr("training.accumulate"));
  EXPECT_THAT(failure({"training.betas=[0.9]"}), HasSubstr("training.betas"));
  EXPECT_THAT(failure({"training.schedule=step"}), HasSubstr("training.schedule_updates"));
  EXPECT_THAT(failure({"training.curriculum=[\"5:3\"]"}), HasSubstr("training.curriculum"));
  EXPECT_THAT(failure({"training.curriculum=[\"0:x\"]"}), HasSubstr("training.curriculum"));
  EXPECT_THAT(failure({"training.loss_steps=40"}), HasSubstr("training.loss_steps"));
  EXPECT_THAT(failure({"training.loss_steps=first"}), HasSubstr("training.loss_steps"));
  for (const char* precision : {"bf16", "bf16-emulated"}) {
    EXPECT_THAT(
        failure({std::string("training.precision=") + precision, "training.kernels=reference"}),
        HasSubstr("training.precision"));
  }
  EXPECT_THAT(failure({"model.kind=rnn"}), HasSubstr("model.k"));
}

TEST(TrainConfig, OnlyLimitsAndThreadsMayChangeOnResume) {
  TrainConfig before, after;
  after.max_updates = 5;
  after.max_minutes = 1;
  after.threads = 2;
  EXPECT_EQ(changed_key(before, after), "");
  after.model.hidden = 10;
  EXPECT_EQ(changed_key(before, after), "model.hidden");
  after.rate = 1;
  EXPECT_EQ(changed_key(before, after), "training.rate");
}

TEST(TrainConfig, TheEndOfACosineMayNotChangeOnResume) {
  TrainConfig before;
  before.schedule = "cosine";
  TrainConfig after = before;
  after.max_updates = 5;
  EXPECT_EQ(changed_key(before, after), "training.max_updates");
}

}  // namespace
}  // namespace rnem::training
