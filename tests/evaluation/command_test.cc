// The commands as a user runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "model/tiny_model.h"
#include "rnem/core/atomic_file.h"
#include "rnem/model/model_file.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

using ::testing::HasSubstr;

class EvalCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* kind : {"r-nem", "lstm"}) {
      auto config = rnem::testing::tiny_config(kind);
      config.height = config.width = 28;
      config.encoder = {"conv 4x4/2 3 elu", "fc 10 elu"};
      config.decoder = {"fc 14x14x2 relu", "up 4x4 1 sigmoid plain"};
      model::save_model(folder_ / (std::string(kind) + ".safetensors"),
                        *model::Model::create(config, 1), {});
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
  EXPECT_THAT(result.out, HasSubstr("relative_bce"));
  const auto report = json("e.json");
  EXPECT_EQ(report["sequences"], 4);
  EXPECT_EQ(report["dataset"], "d.h5");
  EXPECT_EQ(report["noise"], 0.2);
  EXPECT_EQ(report["ari_per_step"].size(), 6u);

  expect_one_line("eval r-nem.safetensors --data d.h5 --steps 7", "--steps 7");
  expect_one_line("eval r-nem.safetensors --data d.h5 --steps 3 --sequences 5", "--sequences 5");
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
      "simulate lstm.safetensors --data live:flying3shapes28 --observe 2 --steps 4 --sequences 2 "
      "--json s.json --out pictures");
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("simulation begins"));
  EXPECT_EQ(json("s.json")["bce_per_step"].size(), 6u);
  for (const char* name : {"sequence_000.gif", "sequence_000.png", "sequence_001.gif"}) {
    EXPECT_GT(read_file(folder_.path() / "pictures" / name).size(), 100u) << name;
  }
}

}  // namespace
}  // namespace rnem
