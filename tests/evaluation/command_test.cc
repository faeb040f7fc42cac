// The commands as a user runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "model/tiny_model.h"
#include "places.h"
#include "program.h"
#include "rnem/core/atomic_file.h"
#include "rnem/model/model_file.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class EvalCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* kind : {"r-nem", "lstm"}) {
      auto settings = rnem::testing::tiny_settings(kind);
      auto& config = settings.model;
      config.height = config.width = 28;
      config.encoder = {"conv 4x4/2 3 elu", "fc 10 elu"};
      config.decoder = {"fc 14x14x2 relu", "up 4x4 1 sigmoid plain"};
      model::save_model(folder_ / (std::string(kind) + ".safetensors"),
                        *model::Model::create(settings, 1), {});
    }
  }

  rnem::testing::Run run(const std::string& arguments) {
    return rnem::testing::run_program(arguments, folder_.path().string());
  }
  nlohmann::json json(const std::string& name) {
    return nlohmann::json::parse(read_file(folder_ / name));
  }
  void expect_one_line(const std::string& arguments, const std::string& part) {
    const auto result = run(arguments);
    EXPECT_EQ(result.code, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr(part)) << arguments;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }

  rnem::testing::TemporaryFolder folder_;
};

TEST_F(EvalCommand, PrintsATableAndWritesJson) {
  const auto made =
      run("data make flying3shapes28 --train 2 --valid 2 --test 4 --frames 7 --out d.h5");
  ASSERT_EQ(made.code, 0) << made.err;
  const auto result = run("eval r-nem.safetensors --data d.h5 --steps 6 --json e.json");
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("by copying the frame before"));
  const auto report = json("e.json");
  EXPECT_EQ(report["sequences"], 4);
  EXPECT_EQ(report["dataset"], "d.h5");
  EXPECT_EQ(report["noise"], 0.2);
  EXPECT_EQ(report["ari_per_step"].size(), 6u);

  expect_one_line("eval r-nem.safetensors --data d.h5 --steps 7", "--steps 7");
  expect_one_line("eval r-nem.safetensors --data d.h5 --steps 3 --sequences 5", "--sequences 5");
}

TEST_F(EvalCommand, ProbesAModelAndPlotsSimulations) {
  const auto probed =
      run("probe r-nem.safetensors --data live:flying3shapes28 --k 4 --training 40 --sequences 3 "
          "--steps 5 --json p.json --plot p.svg");
  // nobody has taught it anything: it may hold no object at all, and says so
  if (probed.code == 0) {
    EXPECT_THAT(probed.out, HasSubstr("velocity"));
    EXPECT_EQ(json("p.json")["position_r2_per_step"].size(), 5u);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "p.svg"));
  } else {
    EXPECT_THAT(probed.err, HasSubstr("holds no object"));
  }
  expect_one_line("probe r-nem.safetensors --data live:shapes28 --steps 1", "--steps 1");

  for (const char* out : {"a.json", "b.json"}) {
    const auto result =
        run(std::string("simulate r-nem.safetensors --data live:flying3shapes28 "
                        "--observe 6 --ahead 12 --sequences 2 --compare 4 --json ") +
            out);
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("limit: not known, the world has no physics of balls"));
  }
  const auto report = json("a.json");
  EXPECT_TRUE(report["limit_per_step"][10].is_null());
  EXPECT_FALSE(report["bce_per_step"][9].is_null());
  EXPECT_TRUE(report["bce_per_step"][10].is_null());
  EXPECT_EQ(report["after"].size(), 3u);
  const auto plotted = run("plot simulation a.json b.json --out s.png");
  ASSERT_EQ(plotted.code, 0) << plotted.err;
  EXPECT_TRUE(std::filesystem::exists(folder_ / "s.png"));
  write_file(folder_ / "c.json", "{}");
  expect_one_line("plot simulation c.json --out t.png", "rnem simulate --json");
}

TEST_F(EvalCommand, ShippedModelsRunWithoutANote) {
  const std::string models = rnem::testing::in_source("models/");
  for (const auto& [model, world] :
       {std::pair{"balls4-rnem", "balls4mass64"}, std::pair{"curtain-rnem", "balls3curtain64"},
        std::pair{"balls4color-rnem", "balls4photo64"}}) {
    const auto result = run("eval " + models + model + ".safetensors --data live:" + world +
                            " --sequences 2 --steps 20 --json e.json --force");
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.err, Not(HasSubstr("is now")));
    const auto report = json("e.json");
    EXPECT_EQ(report["k"], 5);
    EXPECT_GT(report["ari_last"], 0.9) << "not the model that was shipped";
  }
}

TEST_F(EvalCommand, BadInputIsOneClearLine) {
  expect_one_line("eval r-nem.safetensors --data live:balls4mass64", "64x64");
  expect_one_line("eval r-nem.safetensors --data live:flying3shapes28 --split tset", "tset");
  expect_one_line("eval lstm.safetensors --data live:flying3shapes28 --k 3", "--k 3");
  expect_one_line("eval none.safetensors --data live:flying3shapes28", "none.safetensors");
  expect_one_line("simulate lstm.safetensors --data live:flying3shapes28 --k 2", "--k 2");
}

TEST_F(EvalCommand, SimulatesAndDraws) {
  const auto result = run(
      "simulate lstm.safetensors --data live:flying3shapes28 --observe 2 --ahead 4 --sequences 2 "
      "--json s.json --out pictures");
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("simulation begins"));
  EXPECT_EQ(json("s.json")["bce_per_step"].size(), 6u);
  for (const char* name : {"sequence_000.gif", "sequence_000.png", "sequence_001.gif"}) {
    EXPECT_GT(read_file(folder_.path() / "pictures" / name).size(), 100u) << name;
  }
}

TEST_F(EvalCommand, PlotsEveryFigure) {
  const std::string data = " --data live:flying3shapes28 --steps 4 ";
  for (const std::string& arguments :
       {"plot sheet r-nem.safetensors" + data + "--sequence 2 --out f.png",
        "plot animation r-nem.safetensors" + data + "--observe 2 --out f.gif",
        "plot attention r-nem.safetensors" + data + "--every 2 --out f.svg",
        "plot curtain r-nem.safetensors" + data + "--out f.pdf",
        std::string("plot rollout r-nem.safetensors lstm.safetensors --data live:flying3shapes28 "
                    "--observe 2 --ahead 2 --rows 1 --loss-sequences 2 --out f.png")}) {
    std::filesystem::remove(folder_ / "f.png");
    const auto result = run(arguments);
    ASSERT_EQ(result.code, 0) << arguments << result.err;
    const std::string file = result.out.substr(0, result.out.find('\n'));
    EXPECT_GT(read_file(folder_ / file).size(), 500u) << arguments;
  }
  expect_one_line("plot attention lstm.safetensors" + data + "--out g.png", "has no attention");
  expect_one_line("plot sheet lstm.safetensors" + data + "--out f.bmp", "f.bmp");
}

// The model is not there either: who finds that first has not looked at the output.
TEST_F(EvalCommand, LooksAtItsOutputBeforeTheWork) {
  const std::string run = " none.safetensors --data live:flying3shapes28 ";
  const std::string nowhere = "nowhere does not exist";
  for (const std::string& arguments :
       {"eval" + run + "--json nowhere/x.json", "simulate" + run + "--json nowhere/x.json",
        "trace" + run + "--out nowhere/x.h5", "plot sheet" + run + "--out nowhere/x.png",
        "plot animation" + run + "--out nowhere/x.gif",
        "plot attention" + run + "--out nowhere/x.png",
        "plot curtain" + run + "--out nowhere/x.png", "plot rollout" + run + "--out nowhere/x.png",
        std::string("plot bars none.json --out nowhere/x.png"),
        std::string("plot curves none --out nowhere/x.png"),
        std::string("data make none --out nowhere/x.h5"),
        std::string("data view none.h5 --out nowhere/x.png"),
        std::string("data agent --game-steps 10 --out nowhere/x.safetensors"),
        std::string("bench train --json nowhere/x.json"),
        std::string("bench infer --json nowhere/x.json"),
        std::string("bench ops --only none --json nowhere/x.json"),
        std::string("bench data --json nowhere/x.json"),
        std::string("bench sweep --json nowhere/x.json"),
        std::string("bench sweep --out nowhere/x.png")}) {
    expect_one_line(arguments, nowhere);
  }
  write_file(folder_ / "file", "");
  for (const std::string& arguments :
       {"simulate" + run + "--out file/x", std::string("demo --out file/x"),
        std::string("reproduce --scale smoke --out file/x")}) {
    expect_one_line(arguments, "file is not a folder");
  }
  expect_one_line("plot sheet" + run + "--out x.bmp", "x.bmp");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "nowhere"));
}

TEST_F(EvalCommand, PlotsEvaluationsAndRuns) {
  const auto evaluation = [&](const char* file, const char* model, double bce) {
    const nlohmann::json report = {{"model", model},
                                   {"dataset", "d.h5"},
                                   {"relative_bce", bce},
                                   {"ari", nullptr},
                                   {"intervals", {{"relative_bce", {bce - 0.1, bce + 0.1}}}}};
    write_file(folder_ / file, report.dump());
  };
  evaluation("a.json", "runs/a/best.safetensors", 0.5);
  evaluation("b.json", "runs/b/best.safetensors", 0.7);
  const auto bars = run("plot bars a.json b.json --out bars.svg");
  ASSERT_EQ(bars.code, 0) << bars.err;
  EXPECT_GT(read_file(folder_ / "bars.svg").size(), 500u);
  expect_one_line("plot bars a.json --names x,y --out more.svg", "--names");
  write_file(folder_ / "bad.json", "{}");
  expect_one_line("plot bars bad.json --out more.svg", "bad.json");

  make_folder(folder_ / "run");
  write_file(folder_.path() / "run" / "metrics.jsonl",
             "{\"kind\":\"train\",\"update\":1,\"loss\":3.0}\n"
             "{\"kind\":\"train\",\"update\":2,\"loss\":2.0}\n"
             "{\"kind\":\"valid\",\"update\":2,\"loss\":2.5,\"ari\":0.1}\n"
             "{\"kind\":\"tra");
  const auto curves = run("plot curves run/ --out curves.png");
  ASSERT_EQ(curves.code, 0) << curves.err;
  EXPECT_GT(read_file(folder_ / "curves.png").size(), 500u);
  expect_one_line("plot curves nowhere --out more.png", "nowhere");
}

}  // namespace
}  // namespace rnem
