#include "rnem/experiments/method.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "places.h"
#include "rnem/core/error.h"
#include "rnem/experiments/base64.h"
#include "rnem/experiments/figure_parts.h"
#include "rnem/experiments/html_table.h"
#include "rnem/experiments/reproduction.h"
#include "rnem/model/em_loop.h"

namespace rnem::experiments {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

TEST(Methods, AreThoseOfThePaper) {
  std::vector<std::string> balls, curtain;
  for (const Method& m : ball_methods()) balls.emplace_back(m.title);
  for (const Method& m : curtain_methods()) curtain.emplace_back(m.title);
  EXPECT_THAT(balls,
              ElementsAre("R-NEM K=5", "R-NEM K=8", "R-NEM no attention", "RNN-EM", "LSTM", "RNN"));
  EXPECT_THAT(curtain, ElementsAre("R-NEM K=5", "LSTM", "RNN"));
}

// the scale and configs/paper are two ways to the same settings
TEST(Methods, PaperScaleIsConfigsPaper) {
  for (const Method& m : methods()) {
    const std::string file =
        rnem::testing::in_source("configs/paper/" + std::string(m.name) + ".toml");
    const auto by_hand = training::load_config(file, {"data.train=d.h5"});
    EXPECT_EQ(training::to_toml(train_config(m, find_scale("paper"), "d.h5")),
              training::to_toml(by_hand))
        << m.name;
  }
}

TEST(Methods, SmallScaleTrainsOnFreshSequencesWithinThreeHours) {
  const Scale small = find_scale("small");
  EXPECT_LT(small.max_minutes * static_cast<double>(methods().size()), 175);
  const auto config = train_config(methods().back(), small, "d.h5");
  EXPECT_EQ(config.data_train, "live:balls3curtain64");
  EXPECT_EQ(config.patience, 0);  // the same time for every method
}

// docs/reproduce.md: a short budget has no time to darken the background first
TEST(Methods, ShortScalesStartDarkAndThePaperDoesNot) {
  const auto first_psi = [](const char* scale) {
    auto config = train_config(methods().front(), find_scale(scale), "d.h5");
    config.em.noise = 0;
    model::EmSettings em;
    em.steps = 1;
    model::Clip clip;
    clip.frames = torch::zeros({2, 1, config.model.height, config.model.width});
    clip.streams = {0};
    const torch::NoGradGuard no_grad;
    double mean = 0;
    model::run_em(*model::Model::create(config, 1), *model::reference_ops(), clip, em,
                  [&](const model::Step& step) { mean = step.state.psi.mean().item<double>(); });
    return mean;
  };
  EXPECT_LT(first_psi("smoke"), 0.1);
  EXPECT_LT(first_psi("small"), 0.1);
  EXPECT_GT(first_psi("paper"), 0.25);
  EXPECT_EQ(find_scale("small").networks.output_bias,
            training::load_config("", {}).model.output_bias);
}

TEST(Scales, UnknownNameIsAnError) { EXPECT_THROW(find_scale("smal"), InputError); }

TEST(Reproduction, PartsHaveNamesOfTheirOwnAndComeAfterWhatTheyNeed) {
  std::set<std::string> before;
  for (const Part& part : reproduction_parts({find_scale("smoke"), "/somewhere"})) {
    for (const auto& name : part.after) EXPECT_THAT(before, Contains(name)) << part.name;
    EXPECT_TRUE(before.insert(part.name).second) << part.name;
    EXPECT_TRUE(part.command.starts_with("rnem ")) << part.command;
    EXPECT_EQ(part.command.find("/somewhere"), std::string::npos) << part.command;
  }
  for (const Method& m : methods()) EXPECT_THAT(before, Contains(eval_part(m)));
  for (const Method& m : ball_methods()) {
    EXPECT_THAT(before, Contains(extrapolate_part(m)));
    EXPECT_THAT(before, Contains(simulate_part(m)));
  }
  for (const auto& text : figure_texts()) EXPECT_THAT(before, Contains(text.part));
}

TEST(Base64, EncodesTheVectorsOfItsStandard) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

TEST(HtmlTable, EscapesAndShowsDashesForMissingNumbers) {
  EXPECT_EQ(escaped("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
  EXPECT_EQ(number_cell(nlohmann::ordered_json(), 2), "–");
  EXPECT_EQ(number_cell(46.2249, 2), "46.22");
  EXPECT_EQ(HtmlTable({"", ""}).html().find("<th>"), std::string::npos);
}

}  // namespace
}  // namespace rnem::experiments
