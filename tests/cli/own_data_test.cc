// Data of one's own, from pictures to a roll-out, as a user goes about it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"
#include "rnem/core/atomic_file.h"
#include "rnem/figures/png.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

using rnem::testing::run_program;
using rnem::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// Folders c0, c1, ... with 9 grey pictures each of a square that drifts over 20x24 pixels.
void write_clips(const std::filesystem::path& folder, int clips) {
  for (int n = 0; n < clips; ++n) {
    const auto clip = folder / ("c" + std::to_string(n));
    std::filesystem::create_directories(clip);
    for (int t = 0; t < 9; ++t) {
      figures::Image image(24, 20, {30, 30, 30});
      image.blit(figures::Image(5, 5, {190, 200, 210}), t + n % 10, 3 + n % 7);
      figures::write_png(clip / (std::to_string(t) + ".png"), image);
    }
  }
}

class OwnData : public ::testing::Test {
 protected:
  rnem::testing::Run run(const std::string& arguments) const {
    return run_program(arguments, folder_.path().string());
  }
  rnem::testing::Run good(const std::string& arguments) const {
    auto outcome = run(arguments);
    EXPECT_EQ(outcome.code, 0) << arguments << "\n" << outcome.err;
    return outcome;
  }
  std::string complaint(const std::string& arguments) const {
    const auto outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
    return outcome.err;
  }
  TemporaryFolder folder_;
};

TEST_F(OwnData, PicturesToARollOutWithoutAGuess) {
  write_clips(folder_ / "clips", 20);
  const auto imported = good("data import clips --out mine.h5");
  EXPECT_EQ(imported.out, "mine.h5\n");
  EXPECT_THAT(imported.err, HasSubstr("16 + 2 + 2 sequences of 9 frames, 20x24 pixels"));
  EXPECT_THAT(imported.err, HasSubstr("(Otsu's): 5.2 % of the pixels are on"));

  // short of what the defaults ask for in size, window, validation and steps
  const auto trained = good(
      "train --data mine.h5 --out run --set training.max_updates=2 --set training.batch=2 "
      "--set em.k=2");
  EXPECT_THAT(trained.err, HasSubstr("fitted to mine.h5: model.height = 20\n"));
  EXPECT_THAT(trained.err, HasSubstr("fitted to mine.h5: model.encoder = [\"conv 4x4/2 32 elu\""));
  EXPECT_THAT(read_file(folder_ / "run/config.toml"), HasSubstr("\nvalid_steps = 8\n"));
  good("train --out run --resume --set training.batch=2");

  const std::string on = " run/best.safetensors --data mine.h5 ";
  good("eval" + on + "--json eval.json");
  EXPECT_EQ(nlohmann::json::parse(read_file(folder_ / "eval.json"))["steps"], 8);
  good("simulate" + on + "--json simulation.json");
  const auto simulated = nlohmann::json::parse(read_file(folder_ / "simulation.json"));
  EXPECT_EQ(simulated["observe"], 4);
  EXPECT_EQ(simulated["steps"], 8);
  good("trace" + on + "--out trace.h5");
  good("plot sheet" + on + "--out sheet.png");
  good("plot rollout" + on + "--out rollout.png");
  EXPECT_THAT(complaint("eval" + on + "--steps 9"), HasSubstr("--steps 9: needs 10 frames"));
}

TEST_F(OwnData, ImportReplacesNothingUnlessForced) {
  write_clips(folder_ / "clips", 3);
  write_file(folder_ / "mine.h5", "precious");
  EXPECT_THAT(complaint("data import clips --out mine.h5"), HasSubstr("--force"));
  EXPECT_EQ(read_file(folder_ / "mine.h5"), "precious");
  good("data import clips --out mine.h5 --force");
  EXPECT_THAT(good("data info mine.h5").out, HasSubstr("imported from clips, threshold "));
}

TEST_F(OwnData, BadImportsAreOneLineAndNoFile) {
  write_clips(folder_ / "clips", 3);
  write_file(folder_ / "a.npy", "\x93NUMPY");
  EXPECT_THAT(complaint("data import a.npy --out x.h5"), HasSubstr("a.npy: "));
  EXPECT_THAT(complaint("data import none.gif --out x.h5"), HasSubstr("none.gif: no such file"));
  EXPECT_THAT(complaint("data import clips --out x.h5 --threshold 300"), HasSubstr("--threshold"));
  EXPECT_THAT(complaint("data import clips --out x.h5 --threshold abc"), HasSubstr("--threshold"));
  EXPECT_THAT(complaint("data import clips --out x.h5 --shares 1,2"), HasSubstr("--shares 1,2"));
  EXPECT_THAT(complaint("data import clips --out x.h5 --axes THW"), HasSubstr("--axes THW"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "x.h5"));
}

TEST_F(OwnData, OtherCommandsNameImport) {
  write_clips(folder_ / "clips", 3);
  for (const char* command : {"data info clips", "train --data clips --out run",
                              "data view clips/c0/0.png --out a.png"}) {
    EXPECT_THAT(complaint(command), HasSubstr("'rnem data import clips"));
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "run"));
}

TEST_F(OwnData, WhatIsOddIsToldBeforeARunBegins) {
  write_clips(folder_ / "dark", 10);
  EXPECT_THAT(good("data import dark --out bright.h5 --invert").err,
              HasSubstr("more is on than off"));
  EXPECT_THAT(good("data import dark --out nothing.h5 --threshold 255").err,
              AllOf(Not(HasSubstr("more")), HasSubstr("training: no pixel is on")));
  const auto info = good("data info nothing.h5");
  EXPECT_THAT(info.out, HasSubstr("odd: nothing.h5: training: no pixel is on"));
  const auto json = nlohmann::json::parse(good("data info nothing.h5 --json").out);
  EXPECT_EQ(json["odd"].size(), 3u);
  EXPECT_THAT(good("data view nothing.h5 --out a.png").err, HasSubstr("no pixel is on"));
  const auto refused = run("train --data nothing.h5 --out run --set model.height=64");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("nothing.h5: training: no pixel is on"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "run"));
}

}  // namespace
}  // namespace rnem
