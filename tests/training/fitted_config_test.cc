// `rnem train --data FILE` and nothing else: what nobody said follows the data.
#include "rnem/training/fitted_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dataset/raw_file.h"
#include "error_of.h"
#include "observers.h"
#include "rnem/model/model_file.h"
#include "rnem/training/trainer.h"
#include "runtimes.h"
#include "temporary_folder.h"

namespace rnem::training {
namespace {

using rnem::testing::error_of;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class FittedConfig : public ::testing::Test {
 protected:
  // Two sequences a split of a still square, with as many actions.
  void write_data(hsize_t height, hsize_t width, hsize_t frames, hsize_t actions = 0) const {
    std::vector<std::uint8_t> pixels(frames * 2 * height * width);
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      pixels[i] = i % width < 6 && i / width % height < 6 ? 1 : 0;
    }
    std::vector<std::uint8_t> acts(frames * 2 * actions);
    for (std::size_t i = 0; i < acts.size(); i += actions) acts[i] = 1;
    dataset::RawFile file(data_);
    for (const std::string split : {"training", "validation", "test"}) {
      file.add(split + "/features", {frames, 2, height, width, 1}, pixels);
      if (actions > 0) file.add(split + "/actions", {frames, 2, actions}, acts);
    }
  }
  TrainConfig fit(std::vector<std::string> assignments = {}) {
    assignments.push_back("data.train=" + data_);
    notes_.clear();
    return fit_to_data(read_config("", assignments),
                       [this](const std::string& line) { notes_.push_back(line); });
  }
  std::string complaint(const std::vector<std::string>& assignments) {
    return error_of([&] {
      Trainer({fit(assignments), folder_ / "run"}, rnem::testing::fast_runtime(),
              rnem::testing::nobody());
    });
  }

  rnem::testing::TemporaryFolder folder_;
  std::string data_ = (folder_ / "mine.h5").string();
  std::vector<std::string> notes_;
};

TEST_F(FittedConfig, FollowsSizeLengthAndActions) {
  write_data(48, 40, 15, 3);
  const TrainConfig config = fit();
  EXPECT_EQ(config.model.height, 48);
  EXPECT_EQ(config.model.width, 40);
  EXPECT_EQ(config.model.actions, 3);
  EXPECT_EQ(config.valid_steps, 14);
  EXPECT_THAT(config.curriculum, ElementsAre("0:12", "2500:14"));
  EXPECT_THAT(config.model.decoder, Contains("fc 6x5x64 relu"));
  EXPECT_THAT(notes_, Contains(HasSubstr("mine.h5: model.height = 48")));
  EXPECT_THAT(notes_, Contains(HasSubstr("mine.h5: model.decoder = [\"fc 512 relu\"")));
  EXPECT_THAT(notes_, Contains(HasSubstr("mine.h5: training.valid_steps = 14")));

  write_data(48, 40, 5);
  EXPECT_THAT(fit().curriculum, ElementsAre("0:4"));
}

TEST_F(FittedConfig, TheBuiltInRecipeOnItsOwnWorldIsLeftAlone) {
  std::vector<std::string> notes;
  const auto fitted =
      fit_to_data(read_config("", {}), [&](const std::string& line) { notes.push_back(line); });
  EXPECT_EQ(to_toml(fitted), to_toml(load_config("", {})));
  EXPECT_THAT(notes, IsEmpty());
}

TEST_F(FittedConfig, WhatIsSaidStaysOrIsNamed) {
  write_data(48, 48, 25);
  EXPECT_EQ(fit({"training.valid_steps=7"}).valid_steps, 7);
  EXPECT_THAT(complaint({"training.valid_steps=30"}),
              HasSubstr("training.valid_steps: 30 steps need 31 frames, but"));
  EXPECT_THAT(complaint({"training.curriculum=[\"0:40\"]"}),
              HasSubstr("training.curriculum: 40 steps need 41 frames"));
  EXPECT_THAT(complaint({"model.height=64"}),
              HasSubstr("expects 64x48 (model.height, model.width)"));
  EXPECT_THAT(complaint({"model.decoder=[\"fc 8x8x1 sigmoid\"]"}),
              HasSubstr("model.decoder: expected a last layer of 48x48x1"));
  write_data(12, 48, 25);
  EXPECT_THAT(complaint({}), HasSubstr("sides of 16 to 256 pixels, these have 12x48; give "
                                       "model.encoder and model.decoder"));
  write_data(48, 48, 1);
  EXPECT_THAT(complaint({}), HasSubstr("sequences of 1 frame, expected 2 or more"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "run"));
}

TEST_F(FittedConfig, EverySizeTrains) {
  for (const auto& [height, width] : std::vector<std::pair<int, int>>{
           {16, 16}, {20, 33}, {28, 28}, {48, 48}, {84, 84}, {100, 64}, {256, 256}}) {
    SCOPED_TRACE(std::to_string(height) + "x" + std::to_string(width));
    write_data(static_cast<hsize_t>(height), static_cast<hsize_t>(width), 3);
    const auto run = folder_ / fmt::format("run{}x{}", height, width);
    Trainer trainer({fit({"training.batch=1", "training.max_updates=1", "em.k=2",
                          "training.valid_sequences=1", "training.optimizer=sgd"}),
                     run},
                    rnem::testing::fast_runtime(), rnem::testing::nobody());
    const RunSummary summary = trainer.run();
    EXPECT_EQ(summary.state.applied, 1) << "the loss and its gradient are finite";
    const auto file = model::load_model(run / "best.safetensors");
    EXPECT_EQ(file.model->config().height, height);
    EXPECT_EQ(file.model->config().width, width);
    const auto decoder = ops::parse_layers(file.model->config().decoder, {0, 0, 250}, "decoder");
    EXPECT_EQ(decoder.back().output.size(), height * width);
    std::filesystem::remove_all(run);
  }
}

}  // namespace
}  // namespace rnem::training
