// A trace must agree with an independent NumPy computation from the model file.
#include <gtest/gtest.h>

#include <cstdlib>

#include "places.h"
#include "program.h"
#include "rnem/model/model_file.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

model::Settings settings_of(const std::string& kind) {
  model::Settings settings;
  model::ModelConfig& config = settings.model;
  config.kind = kind;
  settings.em.k = config.traits().single ? 1 : 4;
  // the networks of the paper, narrower
  config.encoder = {"conv 4x4/2 4 elu", "conv 4x4/2 8 elu", "conv 4x4/2 8 elu", "fc 32 elu"};
  config.decoder = {"fc 32 relu", "fc 8x8x8 relu", "up 4x4 8 relu", "up 4x4 4 relu to 31x32",
                    "up 4x4 1 sigmoid plain to 64x64"};
  config.hidden = 20;
  config.interaction_hidden = 24;
  config.attention_hidden = 10;
  return settings;
}

void expect_agreement_with_numpy(const model::Settings& settings) {
  const rnem::testing::TemporaryFolder folder;
  const auto model = model::Model::create(settings, 12);
  {
    // biases and norms off their initial 0 and 1, so that every tensor matters; not far, or psi
    // saturates and gamma becomes a quotient of rounding errors
    const torch::NoGradGuard no_grad;
    torch::manual_seed(1);
    for (const auto& [name, tensor] : model->parameters().all()) {
      torch::Tensor(tensor).add_(0.2 * (torch::rand_like(tensor) - 0.5));
    }
  }
  model::save_model(folder / "m.safetensors", *model, {});
  const auto run = rnem::testing::run_program(
      "trace m.safetensors --data live:balls4mass64 --range 3:6 --steps 4 --out t.h5",
      folder.path().string());
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string check = "cd '" + folder.path().string() + "' && /usr/bin/python3 " +
                            rnem::testing::in_source("tests/golden/recompute_trace.py") +
                            " m.safetensors t.h5";
  EXPECT_EQ(std::system(check.c_str()), 0);
}

class Trace : public ::testing::TestWithParam<const char*> {};

TEST_P(Trace, AgreesWithNumPy) { expect_agreement_with_numpy(settings_of(GetParam())); }

TEST(Trace, OfAModelThatEncodesMoreAgreesWithNumPy) {
  using Channels = std::vector<std::string>;
  for (const auto& input : {Channels{"residual", "psi"}, {"residual", "psi", "evidence"}}) {
    auto settings = settings_of("r-nem");
    settings.model.encoder_input = input;
    expect_agreement_with_numpy(settings);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Trace,
                         ::testing::Values("r-nem", "r-nem-noatt", "rnn-em", "rnn", "lstm"));

}  // namespace
}  // namespace rnem
