#include "rnem/experiments/trial.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "places.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/experiments/reproduction.h"
#include "rnem/training/recipe.h"

namespace rnem::experiments {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> titles(Task task) {
  std::vector<std::string> list;
  for (const Method& m : methods()) {
    if (m.task == task) list.emplace_back(m.title);
  }
  return list;
}

Trial published(const char* method, std::int64_t seed = 1) {
  return {Setup::kPublished, &find_method(method), seed};
}
Trial ours(const char* method, std::int64_t seed = 1) {
  return {Setup::kOurs, &find_method(method), seed};
}

TEST(Methods, AreThoseOfThePaper) {
  EXPECT_THAT(titles(Task::kBalls),
              ElementsAre("R-NEM K=5", "RNN-EM", "LSTM", "RNN", "R-NEM K=8", "R-NEM no attention"));
  EXPECT_THAT(titles(Task::kCurtain), ElementsAre("R-NEM", "RNN-EM", "LSTM", "RNN"));
}

TEST(Methods, AreTheFilesOfConfigsPaper) {
  std::set<std::string> files, names;
  const auto folder = rnem::testing::in_source("configs/paper");
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files.insert(entry.path().stem().string());
  }
  for (const Method& m : methods()) {
    names.insert(m.name);
    EXPECT_EQ(paper_config(m.name), read_file(folder + ("/" + std::string(m.name) + ".toml")));
  }
  EXPECT_EQ(files, names);
}

// the scale and configs/paper are two ways to the same settings
TEST(Trials, OfThePaperScaleAreConfigsPaper) {
  for (const Method& m : methods()) {
    const std::string file =
        rnem::testing::in_source("configs/paper/" + std::string(m.name) + ".toml");
    EXPECT_EQ(training::to_toml(train_config(published(m.name), find_scale("paper"))),
              training::to_toml(training::load_config(file, {})))
        << m.name;
  }
}

TEST(Trials, OfTheSmallScaleAsPublishedDifferInSequencesBatchAndWindowOnly) {
  const Scale small = find_scale("small");
  for (const Method& m : methods()) {
    auto config = train_config(published(m.name), small);
    const auto paper = paper_settings(m);
    EXPECT_EQ(config.max_updates * config.batch, small.budget(m.task).sequences) << m.name;
    EXPECT_EQ(config.max_minutes, 0);
    EXPECT_LE(config.steps, paper.steps);
    EXPECT_EQ(config.precision, "fp32") << "a table may come from several machines";
    config.precision = paper.precision;
    config.batch = paper.batch, config.steps = paper.steps;
    config.random_offset = paper.random_offset;
    config.max_updates = paper.max_updates, config.patience = paper.patience;
    config.valid_every = paper.valid_every, config.valid_sequences = paper.valid_sequences;
    config.valid_steps = paper.valid_steps;
    EXPECT_EQ(training::to_toml(config), training::to_toml(paper)) << m.name;
  }
}

TEST(Trials, OfOursAreTheRecipeWithItsSchedulesFitted) {
  training::TrainConfig recipe;
  read_toml(training::default_recipe(), "recipe", training::options(recipe));
  const Scale small = find_scale("small");
  const auto config = train_config(ours("balls4-lstm", 2), small);
  EXPECT_EQ(config.model.kind, "lstm");
  EXPECT_EQ(config.em.k, 1);
  EXPECT_EQ(config.seed, 2);
  EXPECT_EQ(config.optimizer, recipe.optimizer);
  EXPECT_EQ(config.em.start, recipe.em.start);
  EXPECT_EQ(config.max_updates, small.video.updates());
  EXPECT_EQ(config.curriculum.size(), recipe.curriculum.size());
  // the same share of the run
  const auto update = [](const std::string& entry) { return std::stod(entry); };
  EXPECT_NEAR(update(config.curriculum.back()) / static_cast<double>(config.max_updates),
              update(recipe.curriculum.back()) / static_cast<double>(recipe.max_updates), 1e-3);
}

TEST(Trials, OursBehindTheCurtainGoesOnFromOurModelOfFourBalls) {
  const auto config = train_config(ours("curtain-rnem", 2), find_scale("small"));
  EXPECT_EQ(config.init, "runs/ours-balls4-rnem-k5-seed2/best.safetensors");
  EXPECT_EQ(config.data_train, "live:balls3curtain64");
}

TEST(Trials, FirstSeedsComeBeforeSecondOnesAndPublishedBeforeOurs) {
  const auto list = trials({Setup::kOurs, Setup::kPublished}, 0);
  std::vector<std::string> names;
  for (const Trial& trial : list) names.push_back(trial.name());
  const auto place = [&](const char* name) {
    return std::find(names.begin(), names.end(), name) - names.begin();
  };
  EXPECT_EQ(names.front(), "published-balls4-rnem-k5-seed1");
  EXPECT_LT(place("published-balls4-rnem-k12-seed1"), place("published-balls4-rnem-k5-seed2"));
  EXPECT_LT(place("published-balls4-rnnem-seed3"), place("ours-balls4-rnem-k5-seed1"));
  EXPECT_LT(place("ours-curtain-rnem-seed2"), std::ssize(names));
  EXPECT_EQ(place("published-balls4-rnem-k12-seed2"), std::ssize(names));  // an ablation: once
  EXPECT_EQ(place("ours-balls4-rnn-seed1"), std::ssize(names));
  for (const Trial& trial : trials({Setup::kPublished}, 4)) EXPECT_LE(trial.seed, 4);
  EXPECT_EQ(trials({Setup::kPublished}, 4).size(), 4 * methods().size());
}

TEST(SameTraining, SeesWhatDecidesTheModel) {
  const auto config = train_config(published("balls4-rnem-k5"), find_scale("small"));
  auto other = config;
  other.threads = 1, other.checkpoint_minutes = 9;
  EXPECT_TRUE(same_training(config, other));
  other = config;
  other.max_updates += 1;
  EXPECT_FALSE(same_training(config, other));
  other = config;
  other.em.noise = 0;
  EXPECT_FALSE(same_training(config, other));
}

// Settings that come to be later have their default in old records.
TEST(TrainingParts, AreTheSameWhenARecordLacksAKeyWithItsDefault) {
  for (const Part& part : reproduction_parts({find_scale("small"), {Setup::kPublished}, ""})) {
    if (part.kind != "train") continue;
    std::string recorded = part.settings;
    EXPECT_TRUE(part.same_settings(recorded));
    const std::string line = "noise_range = []\n", rate = "rate = 0.001\n";
    ASSERT_THAT(recorded, HasSubstr(line));
    recorded.erase(recorded.find(line), line.size());
    EXPECT_TRUE(part.same_settings(recorded));
    ASSERT_THAT(recorded, HasSubstr(rate));
    recorded.replace(recorded.find(rate), rate.size(), "rate = 0.002\n");
    EXPECT_FALSE(part.same_settings(recorded));
    EXPECT_FALSE(part.same_settings("[training]\nno_such_key = 1\n"));
    return;
  }
}

TEST(Scales, UnknownNameIsAnError) { EXPECT_THROW(find_scale("smal"), InputError); }

TEST(Reproduction, PartsHaveNamesOfTheirOwnAndComeAfterWhatTheyNeed) {
  std::set<std::string> before, lent;
  const Reproduction all{find_scale("small"), {Setup::kPublished, Setup::kOurs}, "/somewhere"};
  for (const Part& part : reproduction_parts(all)) {
    for (const auto& name : part.after) EXPECT_THAT(before, Contains(name)) << part.name;
    for (const auto& file : part.reads) EXPECT_THAT(lent, Contains(file)) << part.name;
    lent.insert(part.lends.begin(), part.lends.end());
    EXPECT_TRUE(before.insert(part.name).second) << part.name;
    EXPECT_TRUE(part.command.starts_with("rnem ")) << part.command;
    EXPECT_EQ(part.command.find("/somewhere"), std::string::npos) << part.command;
  }
  for (const char* kind : {"eval", "extrapolate", "simulate", "extrapolate-simulate"}) {
    EXPECT_THAT(before, Contains(test_part(published("balls4-rnem-k8"), kind)));
  }
  EXPECT_THAT(before, Contains("published-curtain-rnnem-seed2-hidden"));
  EXPECT_THAT(before, Contains("published-flying5-rnnem-seed1-eval"));
}

// An interrupted reproduction has whole trials.
TEST(Reproduction, TestsOfATrialFollowItsTraining) {
  const auto parts = reproduction_parts({find_scale("small"), {Setup::kPublished}, ""});
  EXPECT_EQ(parts[0].name, "published-balls4-rnem-k5-seed1-train");
  EXPECT_EQ(parts[1].name, "published-balls4-rnem-k5-seed1-eval");
  EXPECT_EQ(parts[2].name, "published-balls4-rnem-k5-seed1-extrapolate");
  EXPECT_EQ(parts[3].name, "published-balls4-rnem-k5-seed1-simulate");
}

}  // namespace
}  // namespace rnem::experiments
