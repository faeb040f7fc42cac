#include "rnem/training/train_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"
#include "places.h"
#include "rnem/core/atomic_file.h"
#include "rnem/training/recipe.h"

namespace rnem::training {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;
using ::testing::UnorderedElementsAreArray;

const fs::path kConfigs = fs::path(rnem::testing::in_source("configs"));

std::string failure(const std::vector<std::string>& assignments) {
  return rnem::testing::error_of([&] { load_config("", assignments); });
}

TEST(TrainConfig, BlindPracticeNeedsAModelThatCan) {
  EXPECT_THAT(failure({"training.practice=blind"}), HasSubstr("training.practice"));
  EXPECT_THAT(failure({"training.practice=blind", "model.window=64", "model.actions=3"}),
              HasSubstr("with actions"));
  EXPECT_NO_THROW(load_config("", {"training.practice=blind", "model.window=64"}));
}

// Appends what reading says.
NoteSink into(std::vector<std::string>& notes) {
  return [&notes](const std::string& line) { notes.push_back(line); };
}

TEST(TrainConfig, EveryConfigFileLoadsWithoutANote) {
  int files = 0;
  std::vector<std::string> notes;
  for (const auto& folder : {kConfigs, kConfigs / "paper"}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() != ".toml") continue;
      ++files;
      EXPECT_NO_THROW(load_config(entry.path(), {}, into(notes))) << entry.path();
    }
  }
  EXPECT_GE(files, 13);
  EXPECT_THAT(notes, ElementsAre());
}

TEST(TrainConfig, TheBuiltInRecipeIsTheConfigFile) {
  const fs::path file = kConfigs / "balls4-rnem.toml";
  EXPECT_EQ(default_recipe(), read_file(file));
  EXPECT_EQ(to_toml(load_config("", {})), to_toml(load_config(file, {})));
  EXPECT_EQ(load_config("", {}).optimizer, "muon");
}

// a key left out would have the struct's default, which is not the recipe's concern
TEST(TrainConfig, TheRecipeNamesEveryKey) {
  TrainConfig config;
  for (const Option& option : options(config)) {
    const std::string name = option.key.substr(option.key.rfind('.') + 1);
    EXPECT_THAT(std::string(default_recipe()), HasSubstr("\n" + name + " = ")) << option.key;
  }
}

struct Renamed {
  const char *before, *now, *value;
};

constexpr Renamed kRenamed[] = {
    {"model.k", "em.k", "7"},
    {"model.noise", "em.noise", "0.125"},
    {"model.gamma_init", "em.start", "\"fields\""},
    {"model.prior", "loss.prior", "0.25"},
    {"model.inter_weight", "loss.inter_weight", "0.5"},
    {"model.gamma_gradient", "loss.through_gamma", "true"},
    {"training.loss_steps", "loss.steps", "\"last\""},
};

TEST(TrainConfig, FormerKeysAreThoseOfTheTable) {
  TrainConfig config;
  std::vector<std::string> listed, in_table;
  for (const Renamed& key : kRenamed) listed.push_back(std::string(key.before) + ">" + key.now);
  for (const Option& option : options(config)) {
    for (const auto& before : option.former) in_table.push_back(before + ">" + option.key);
  }
  EXPECT_THAT(in_table, UnorderedElementsAreArray(listed));
}

TEST(TrainConfig, FormerKeysInAFileGiveTheSameConfigAndOneNote) {
  for (const Renamed& key : kRenamed) {
    const auto read = [&](const char* name, const NoteSink& notes) {
      TrainConfig config;
      read_toml(fmt::format("{} = {}", name, key.value), "f.toml", options(config), notes);
      return to_toml(config);
    };
    std::vector<std::string> notes;
    const std::string now = read(key.now, into(notes));
    EXPECT_THAT(notes, ElementsAre());
    EXPECT_EQ(read(key.before, into(notes)), now);
    EXPECT_NE(now, to_toml(TrainConfig{})) << "the value is the default: nothing is shown";
    EXPECT_THAT(notes,
                ElementsAre(fmt::format("f.toml: {} is now called {}", key.before, key.now)));
  }
}

TEST(TrainConfig, FormerKeysInAssignmentsGiveTheSameConfigAndOneNote) {
  for (const Renamed& key : kRenamed) {
    std::vector<std::string> notes;
    const auto load = [&](const char* name) {
      return to_toml(load_config("", {fmt::format("{}={}", name, key.value)}, into(notes)));
    };
    const std::string now = load(key.now);
    EXPECT_THAT(notes, ElementsAre());
    EXPECT_EQ(load(key.before), now);
    EXPECT_THAT(notes, ElementsAre(fmt::format("--set: {} is now called {}", key.before, key.now)));
  }
}

TEST(TrainConfig, FormerFormOfTheEncodersInputIsReadWithANote) {
  std::vector<std::string> notes;
  const TrainConfig config =
      load_config("", {"model.encoder_input=residual+psi+evidence"}, into(notes));
  EXPECT_THAT(config.model.encoder_input, ElementsAre("residual", "psi", "evidence"));
  EXPECT_THAT(notes, ElementsAre("--set: model.encoder_input is now a list: [\"residual\", "
                                 "\"psi\", \"evidence\"]"));
}

TEST(TrainConfig, PaperRowsHaveThePapersSettings) {
  const TrainConfig config = load_config(kConfigs / "paper/balls4-rnem-k8.toml", {});
  EXPECT_EQ(config.batch, 64);
  EXPECT_EQ(config.steps, 30);
  EXPECT_EQ(config.em.k, 8);
  EXPECT_EQ(config.rate, 1e-3);
  EXPECT_EQ(config.patience, 10);
  const TrainConfig nem = load_config(kConfigs / "paper/shapes-nem.toml", {});
  EXPECT_TRUE(nem.loss.through_gamma);
  EXPECT_EQ(nem.loss.steps, "last");
}

TEST(TrainConfig, WhatIsWrittenReadsBackTheSame) {
  TrainConfig config, copy;
  config.rate = 3e-4;
  config.curriculum = {"0:5", "10:6"};
  config.em.k = 7;
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
  EXPECT_THAT(failure({"loss.steps=40"}), HasSubstr("loss.steps"));
  EXPECT_THAT(failure({"loss.steps=first"}), HasSubstr("loss.steps"));
  for (const char* precision : {"bf16", "bf16-emulated"}) {
    EXPECT_THAT(
        failure({std::string("training.precision=") + precision, "training.kernels=reference"}),
        HasSubstr("training.precision"));
  }
  EXPECT_THAT(failure({"model.kind=rnn"}), HasSubstr("em.k"));
  EXPECT_THAT(failure({"em.noise_range=[0.2]"}), HasSubstr("em.noise_range: expected two numbers"));
  EXPECT_THAT(failure({"em.noise_range=[0.2, 0.1]"}), HasSubstr("the smaller first"));
  EXPECT_THAT(failure({"em.noise_range=[0.2, 0.6]"}), HasSubstr("em.noise_range: expected"));
}

// Another value of any type, in or out of range.
struct Change {
  void operator()(bool* place) const { *place = !*place; }
  void operator()(std::int64_t* place) const { *place += 1; }
  void operator()(double* place) const { *place += 0.125; }
  void operator()(std::string* place) const { *place += "x"; }
  template <class T>
  void operator()(std::vector<T>* place) const {
    place->emplace_back();
  }
};

TEST(TrainConfig, WhatMayChangeOnResumeStandsInItsRow) {
  TrainConfig config;
  std::vector<std::string> free;
  const std::size_t rows = options(config).size();
  for (std::size_t i = 0; i < rows; ++i) {
    TrainConfig after;
    const Option option = options(after)[i];
    std::visit(Change{}, option.place);
    EXPECT_EQ(changed_key({}, after), option.fixed ? option.key : "");
    if (!option.fixed) free.push_back(option.key);
  }
  EXPECT_THAT(
      free, UnorderedElementsAre("training.max_updates", "training.max_epochs",
                                 "training.max_minutes", "training.patience",
                                 "training.checkpoint_every", "training.checkpoint_minutes",
                                 "training.bad_updates", "training.max_returns", "training.threads",
                                 "training.accumulate", "training.rank_timeout"));
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
