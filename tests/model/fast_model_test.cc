// Whole models: the loss of a clip and the gradient of every parameter, fast against reference.
#include <gtest/gtest.h>

#include "rnem/machine/instruction_set.h"
#include "rnem/machine/parallel.h"
#include "rnem/machine/spare_team.h"
#include "rnem/model/em_loop.h"
#include "rnem/model/model.h"
#include "rnem/rng.h"

namespace rnem::model {
namespace {

// networks that the kernels take, small
Settings small_settings(const std::string& kind) {
  Settings settings;
  ModelConfig& config = settings.model;
  config.kind = kind;
  settings.em.k = config.traits().single ? 1 : 3;
  config.height = config.width = 16;
  config.encoder = {"conv 4x4/2 16 elu", "conv 4x4/2 32 elu", "fc 24 elu"};
  config.decoder = {"fc 30 relu", "fc 4x4x32 relu", "up 4x4 16 relu", "up 4x4 1 sigmoid plain"};
  config.hidden = config.interaction_hidden = 21;
  config.attention_hidden = 11;
  config.norm_epsilon = 1e-3;
  if (kind == "n-em") {
    config.encoder = {};
    settings.loss.through_gamma = true;
  }
  return settings;
}

Clip blobs(std::int64_t steps, std::int64_t batch, std::int64_t size) {
  Clip clip;
  clip.frames = torch::zeros({steps + 1, batch, size, size}, torch::kUInt8);
  Rng rng(1, "blobs");
  for (std::int64_t b = 0; b < batch; ++b) {
    const auto y = static_cast<std::int64_t>(rng.below(size - 6));
    clip.frames.select(1, b).narrow(1, y, 5).narrow(2, 3, 6).fill_(1);
    clip.streams.push_back(static_cast<std::uint64_t>(b));
  }
  return clip;
}

std::vector<Tensor> loss_and_gradients(const Settings& settings, const Ops& ops,
                                       const EmSettings& em = {}) {
  const auto model = Model::create(settings, 7);
  std::vector<Tensor> result{torch::zeros({})};
  const auto gradients = ops.collect_weight_gradients();
  Clip clip = blobs(3, 4, settings.model.height);
  if (const std::int64_t channels = settings.model.channels; channels > 0) {
    // a blob in a colour of its own in front of a grey
    const Tensor colour = torch::linspace(0.9, 0.4, channels);
    clip.frames = clip.frames.unsqueeze(4) * (colour - 0.2) + 0.2;
  }
  run_em(*model, gradients->ops(), clip, em,
         [&](const Step& step) { result[0] = result[0] + step.loss.total.mean(); });
  result[0].backward();
  gradients->finish();
  result[0] = result[0].detach();
  for (const auto& [name, parameter] : model->parameters().all()) {
    result.push_back(parameter.grad());
  }
  return result;
}

class FastModel : public testing::TestWithParam<const char*> {};

void compare_with_reference(const Settings& settings, const EmSettings& em) {
  const auto expected = loss_and_gradients(settings, *ops::reference_ops(), em);
  const auto got = loss_and_gradients(settings, *ops::fast_ops(ops::Precision::kFloat32), em);
  double largest = 0.0;
  for (std::size_t i = 1; i < expected.size(); ++i) {
    largest = std::max(largest, expected[i].abs().max().item<double>());
  }
  ASSERT_GT(largest, 0.0);
  EXPECT_NEAR(got[0].item<double>(), expected[0].item<double>(),
              1e-4 * std::abs(expected[0].item<double>()));
  // float32 through three steps of norms; small gradients are sums of large ones
  for (std::size_t i = 1; i < expected.size(); ++i) {
    const double scale = expected[i].abs().max().item<double>();
    const double error = (expected[i] - got[i]).abs().max().item<double>();
    EXPECT_LE(error, 5e-3 * scale + 1e-5 * largest) << "parameter " << i - 1;
  }
}

TEST_P(FastModel, HasTheLossAndGradientsOfTheReference) {
  compare_with_reference(small_settings(GetParam()), {});
}

TEST_P(FastModel, SimulatesWithTheLossAndGradientsOfTheReference) {
  compare_with_reference(small_settings(GetParam()), {.observe = 1, .loss_of_truth = true});
}

TEST(FastModel, ThatEncodesMoreHasTheLossAndGradientsOfTheReference) {
  using Channels = std::vector<std::string>;
  for (const auto& input : {Channels{"residual", "psi"}, {"residual", "psi", "evidence"}}) {
    Settings settings = small_settings("r-nem");
    settings.model.encoder_input = input;
    compare_with_reference(settings, {});
  }
}

Settings colour_settings(std::int64_t channels) {
  Settings settings = small_settings("r-nem");
  settings.model.channels = channels;
  settings.model.encoder_input = {"residual", "psi"};
  settings.model.decoder.back() = "up 4x4 " + std::to_string(channels + 1) + " sigmoid plain";
  settings.loss.pixels = "gaussian";
  settings.em.noise_deviation = 0.1;
  settings.em.background = "running";
  return settings;
}

TEST(FastModel, OfGreyAndColourHasTheLossAndGradientsOfTheReference) {
  for (const std::int64_t channels : {1, 3}) {
    for (const bool learned : {false, true}) {
      Settings settings = colour_settings(channels);
      settings.loss.learn_deviation = learned;
      check(settings, "test");
      compare_with_reference(settings, {});
      compare_with_reference(settings, {.observe = 1, .loss_of_truth = true});
    }
    Settings settings = colour_settings(channels);
    settings.model.encoder_input.emplace_back("evidence");
    settings.em.background = "none";
    compare_with_reference(settings, {});
  }
}

TEST_P(FastModel, DoesNotDependOnHowThreadsWait) {
  machine::set_threads(2);
  torch::set_num_threads(2);
  const Settings settings = small_settings(GetParam());
  for (const auto& ops : {ops::fast_ops(ops::Precision::kFloat32), ops::reference_ops()}) {
    const auto alone = loss_and_gradients(settings, *ops);
    const machine::SpareTeam team;
    EXPECT_EQ(torch::get_num_threads(), 2);
    const auto beside = loss_and_gradients(settings, *ops);
    for (std::size_t i = 0; i < alone.size(); ++i) EXPECT_TRUE(alone[i].equal(beside[i])) << i;
  }
}

// one vector of all gradients
Tensor joined(const std::vector<Tensor>& loss_and_gradients) {
  std::vector<Tensor> flat;
  for (std::size_t i = 1; i < loss_and_gradients.size(); ++i) {
    flat.push_back(loss_and_gradients[i].flatten());
  }
  return torch::cat(flat);
}

// Each of the three steps rounds to 8 bits some ten times in a row, and its norms see the result:
// the loss moves by less than a hundredth, the gradient by up to a tenth of its length (N-EM, whose
// steps are gradients themselves). It has to move.
TEST_P(FastModel, InBf16HasNearlyTheLossAndGradientsOfTheReference) {
  const Settings settings = small_settings(GetParam());
  const auto expected = loss_and_gradients(settings, *ops::reference_ops());
  for (const ops::Precision precision :
       {ops::Precision::kEmulatedBfloat16, ops::Precision::kBfloat16}) {
    if (precision == ops::Precision::kBfloat16 && !machine::has_native_bf16()) continue;
    const auto ops = ops::fast_ops(precision);
    const auto got = loss_and_gradients(settings, *ops);
    EXPECT_NEAR(got[0].item<double>(), expected[0].item<double>(),
                1e-2 * expected[0].item<double>())
        << ops->name();
    const Tensor e = joined(expected), difference = joined(got) - e;
    const double error = (difference.norm() / e.norm()).item<double>();
    EXPECT_LT(error, 0.15) << ops->name();
    EXPECT_GT(error, 1e-4) << ops->name() << ": nothing was rounded";
  }
}

std::string name_of(const testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  std::erase(name, '-');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Kinds, FastModel,
                         testing::Values("r-nem", "r-nem-noatt", "rnn-em", "rnn", "lstm", "n-em"),
                         name_of);

}  // namespace
}  // namespace rnem::model
