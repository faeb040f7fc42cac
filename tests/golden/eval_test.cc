// An evaluation must agree with an independent NumPy computation from a trace.
#include <gtest/gtest.h>

#include <cstdlib>

#include "model/tiny_model.h"
#include "places.h"
#include "program.h"
#include "rnem/core/atomic_file.h"
#include "rnem/model/model_file.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

class Eval : public ::testing::TestWithParam<const char*> {};

TEST_P(Eval, AgreesWithNumPy) {
  const rnem::testing::TemporaryFolder folder;
  auto settings = rnem::testing::tiny_settings(GetParam());
  auto& config = settings.model;
  config.height = config.width = 32;
  config.encoder = {"conv 4x4/2 3 elu", "conv 4x4/2 3 elu", "fc 10 elu"};
  config.decoder = {"fc 8x8x3 relu", "up 4x4 3 relu", "up 4x4 1 sigmoid plain"};
  settings.loss.inter_weight = 0.5;
  model::save_model(folder / "m.safetensors", *model::Model::create(settings, 5), {});
  // a crowded box, so that balls collide within a few frames
  write_file(folder / "crowd.toml",
             "kind = \"balls\"\ncounts = [5]\nside = 10.0\nframe_size = 32\nspeed_norm = 2.0\n");

  const auto run = [&](const std::string& arguments) {
    const auto result = rnem::testing::run_program(arguments, folder.path().string());
    ASSERT_EQ(result.code, 0) << arguments << "\n" << result.err;
  };
  run("data make crowd.toml --train 0 --valid 0 --test 6 --frames 8 --out d.h5");
  run("trace m.safetensors --data d.h5 --range 0:5 --steps 7 --kernels reference --out t.h5");
  run("eval m.safetensors --data d.h5 --sequences 5 --steps 7 --batch 2 --kernels reference --json "
      "e.json");
  const std::string check = "cd '" + folder.path().string() + "' && /usr/bin/python3 " +
                            rnem::testing::in_source("tests/golden/check_eval.py") +
                            " t.h5 d.h5 e.json";
  EXPECT_EQ(std::system(check.c_str()), 0);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Eval, ::testing::Values("r-nem", "lstm"));

}  // namespace
}  // namespace rnem
