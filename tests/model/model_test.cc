#include "rnem/model/model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "error_of.h"
#include "model/tiny_model.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/io/safetensors.h"
#include "rnem/model/gradient_em.h"
#include "rnem/model/model_file.h"
#include "rnem/ops/layer_spec.h"

namespace rnem::model {
namespace {

namespace fs = std::filesystem;
using rnem::testing::clip_loss;
using rnem::testing::error_of;
using rnem::testing::tiny_clip;
using rnem::testing::tiny_settings;
using ::testing::HasSubstr;

TEST(Model, BallsRnemHasThePapersParameterCount) {
  EXPECT_EQ(Model::create(Settings{}, 0)->parameters().count(), 4'951'978);
}

TEST(Model, WeightsDependOnSeedAndNameOnly) {
  const auto a = Model::create(tiny_settings("r-nem"), 1),
             b = Model::create(tiny_settings("r-nem"), 1);
  const auto c = Model::create(tiny_settings("r-nem"), 2);
  const auto weight = [](const Model& m) { return m.parameters().all().front().second; };
  EXPECT_TRUE(torch::equal(weight(*a), weight(*b)));
  EXPECT_FALSE(torch::equal(weight(*a), weight(*c)));
}

TEST(Model, OutputBiasSetsWherePsiStarts) {
  Settings settings = tiny_settings("r-nem");
  settings.model.output_bias = -4.0;
  const auto dark = Model::create(settings, 1), plain = Model::create(tiny_settings("r-nem"), 1);
  const auto first_psi = [](const Model& model) {
    const torch::NoGradGuard no_grad;
    Tensor psi;
    run_em(model, *ops::reference_ops(), tiny_clip(1, 2), {},
           [&](const Step& s) { psi = s.state.psi; });
    return psi;
  };
  // the logits differ by the bias and by nothing else
  const Tensor shift = torch::logit(first_psi(*plain)) - torch::logit(first_psi(*dark));
  EXPECT_TRUE(torch::allclose(shift, torch::full_like(shift, 4.0), 0, 1e-3));
}

TEST(Model, NemClosedFormEqualsAutomaticStep) {
  Settings settings = tiny_settings("n-em");
  settings.model.eta = 0.1;  // small steps: psi stays away from where the logarithms are clipped
  GradientEm closed(settings, 3, MStepForm::kFastest);
  GradientEm automatic(settings, 3, MStepForm::kAutomatic);
  closed.to(torch::kCPU, torch::kFloat64);
  automatic.to(torch::kCPU, torch::kFloat64);
  const Clip clip = tiny_clip(4, 2);
  const auto ops = ops::reference_ops();
  const Tensor a = clip_loss(closed, *ops, clip), b = clip_loss(automatic, *ops, clip);
  EXPECT_NEAR(a.item<double>(), b.item<double>(), 1e-9 * a.item<double>());
  a.backward();
  b.backward();
  for (std::size_t i = 0; i < closed.parameters().all().size(); ++i) {
    EXPECT_TRUE(torch::allclose(closed.parameters().all()[i].second.grad(),
                                automatic.parameters().all()[i].second.grad(), 1e-6, 1e-9));
  }
}

TEST(Model, NemAutomaticStepWorksWithoutGradients) {
  GradientEm model(tiny_settings("n-em"), 3, MStepForm::kAutomatic);
  const torch::NoGradGuard no_grad;
  EXPECT_TRUE(
      std::isfinite(clip_loss(model, *ops::reference_ops(), tiny_clip(3, 2)).item<double>()));
}

TEST(AttentionMatrix, PutsPairsInPlaceWithAZeroDiagonal) {
  const Tensor alpha = torch::arange(1, 7, torch::kFloat32).view({1, 3, 2});
  const Tensor expected =
      torch::tensor({{{0., 1., 2.}, {3., 0., 4.}, {5., 6., 0.}}}, torch::kFloat32);
  EXPECT_TRUE(torch::equal(attention_matrix(alpha), expected));
}

TEST(LayerSpec, ResolvesShapes) {
  const auto encoder = ops::parse_layers({"conv 4x4/2 16 elu", "conv 4x4/2 32 elu", "fc 512 elu"},
                                         {84, 84, 1}, "encoder");
  EXPECT_EQ(encoder[1].output.height, 21);
  EXPECT_EQ(encoder[2].output.size(), 512);
  const auto decoder =
      ops::parse_layers({"fc 8x8x64 relu", "up 4x4 32 relu to 11x11", "up 4x4 1 sigmoid plain"},
                        {0, 0, 250}, "decoder");
  EXPECT_EQ(decoder[1].output.height, 11);
  EXPECT_EQ(decoder[2].output.height, 22);
  EXPECT_FALSE(decoder[2].norm);
}

TEST(LayerSpec, BadLinesNameTheLayerAndWhatWasExpected) {
  const auto parse = [](const std::string& line) {
    return error_of([&] { ops::parse_layers({line}, {8, 8, 1}, "model.encoder"); });
  };
  EXPECT_THAT(parse("cnv 4x4/2 16 elu"),
              HasSubstr("model.encoder: layer \"cnv 4x4/2 16 elu\": expected conv, fc or up"));
  EXPECT_THAT(parse("conv 4/2 16 elu"), HasSubstr("a kernel size like 4x4"));
  EXPECT_THAT(parse("conv 4x4/2 sixteen elu"), HasSubstr("a number of channels"));
  EXPECT_THAT(parse("fc 512 elo"), HasSubstr("an activation"));
  EXPECT_THAT(parse("fc 512"), HasSubstr("an activation"));
  EXPECT_THAT(parse("fc 512 elu fancy"), HasSubstr("plain, nobias"));
  EXPECT_THAT(error_of([] {
                ops::parse_layers({"conv 4x4 1 elu"}, {0, 0, 9}, "model.decoder");
              }),
              HasSubstr("a map as input"));
}

TEST(ModelConfig, ImpossibleCombinationsAreNamed) {
  Settings settings;
  ModelConfig& config = settings.model;
  config.kind = "lstm";
  EXPECT_THAT(error_of([&] { check(settings, "x.toml"); }), HasSubstr("x.toml: em.k"));
  config.decoder.pop_back();
  EXPECT_THAT(error_of([&] { check(config, "x.toml"); }),
              HasSubstr("expected a last layer of 64x64x1"));
  config.output_bias = -1;
  config.decoder = {"fc 64x64x1 sigmoid plain nobias"};
  EXPECT_THAT(error_of([&] { check(config, "x.toml"); }), HasSubstr("model.output_bias"));
  config.output_bias = 0;
  config.decoder = {"fc 64x64x1 relu plain"};
  EXPECT_THAT(error_of([&] { check(config, "x.toml"); }), HasSubstr("sigmoid"));
}

TEST(ModelConfig, EncoderInputIsAListThatStartsWithTheResidual) {
  using Channels = std::vector<std::string>;
  Settings settings;
  for (const Channels& good :
       {Channels{"residual"}, {"residual", "psi"}, {"residual", "psi", "evidence"}}) {
    settings.model.encoder_input = good;
    EXPECT_NO_THROW(check(settings, "x.toml"));
    EXPECT_EQ(settings.model.encoder_shape().channels, static_cast<std::int64_t>(good.size()));
  }
  for (const Channels& bad : {Channels{},
                              {"psi"},
                              {"psi", "residual"},
                              {"residual", "evidence"},
                              {"residual", "psi", "psi"},
                              {"residual", "psi", "evidence", "psi"}}) {
    settings.model.encoder_input = bad;
    EXPECT_THAT(
        error_of([&] { check(settings, "x.toml"); }),
        HasSubstr("x.toml: model.encoder_input: expected a list that starts with residual"));
  }
  EXPECT_THAT(
      error_of([&] { read_toml("model.encoder_input = [\"psy\"]", "x.toml", options(settings)); }),
      HasSubstr("did you mean 'psi'?"));
}

class ModelFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("rnem-model-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    path_ = folder_ / "m.safetensors";
    save_model(path_, *Model::create(tiny_settings("r-nem"), 4), {{"history", "none"}});
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_, path_;
};

TEST_F(ModelFileTest, RoundTripsWeightsConfigAndMetadata) {
  const ModelFile loaded = load_model(path_);
  const auto original = Model::create(tiny_settings("r-nem"), 4);
  EXPECT_EQ(loaded.model->config().encoder, original->config().encoder);
  EXPECT_EQ(loaded.metadata.at("history"), "none");
  for (std::size_t i = 0; i < original->parameters().all().size(); ++i) {
    EXPECT_EQ(loaded.model->parameters().all()[i].first, original->parameters().all()[i].first);
    EXPECT_TRUE(torch::equal(loaded.model->parameters().all()[i].second,
                             original->parameters().all()[i].second));
  }
}

TEST_F(ModelFileTest, KeepsWhatTheModelWasTrainedWith) {
  Settings settings = tiny_settings("r-nem");
  settings.em = {.k = 4, .noise = 0.1, .noise_range = {0.0, 0.2}, .start = "seeds"};
  settings.loss = {.prior = 0.1, .inter_weight = 0.5, .through_gamma = true, .steps = "last"};
  save_model(path_, *Model::create(settings, 4), {});
  EXPECT_EQ(to_toml(load_model(path_).model->settings()), to_toml(settings));
}

TEST_F(ModelFileTest, OfAnEarlierVersionLoadsInSilence) {
  io::TensorFile file = io::read_safetensors(path_);
  file.metadata["config"] = R"([model]
kind = "r-nem"
k = 4
height = 8
width = 8
encoder = ["conv 4x4/2 3 elu", "fc 10 elu"]
encoder_input = "residual"
decoder = ["fc 7 relu", "fc 4x4x3 relu", "up 4x4 1 sigmoid plain"]
hidden = 6
interaction_hidden = 5
attention_hidden = 4
gamma_init = "seeds"
noise = 0.1
prior = 0.25
inter_weight = 0.5
gamma_gradient = true
)";
  write_safetensors(path_, file);
  ::testing::internal::CaptureStderr();
  const ModelFile loaded = load_model(path_);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  const Settings& settings = loaded.model->settings();
  EXPECT_EQ(settings.em.k, 4);
  EXPECT_EQ(settings.em.start, "seeds");
  EXPECT_EQ(settings.em.noise, 0.1);
  EXPECT_EQ(settings.loss.prior, 0.25);
  EXPECT_EQ(settings.loss.inter_weight, 0.5);
  EXPECT_TRUE(settings.loss.through_gamma);
  EXPECT_THAT(loaded.metadata.at("config"), HasSubstr("\n[em]\nk = 4\n"));
}

TEST_F(ModelFileTest, EveryTruncationIsRefusedWithOneLine) {
  const std::string bytes = read_file(path_);
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 7) {
    write_file(path_, std::string_view(bytes).substr(0, size));
    const std::string error = error_of([&] { load_model(path_); });
    EXPECT_THAT(error, HasSubstr("m.safetensors")) << size;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
}

TEST_F(ModelFileTest, FlippedHeaderBytesNeverCrash) {
  const std::string bytes = read_file(path_);
  for (std::size_t at = 0; at < 400; at += 3) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x15);
    write_file(path_, damaged);
    // a flip inside a number may still read; anything else must be one clear line
    const std::string error = error_of([&] { load_model(path_); });
    EXPECT_EQ(error.find('\n'), std::string::npos) << at;
  }
}

TEST_F(ModelFileTest, WrongContentIsNamed) {
  io::TensorFile file = io::read_safetensors(path_);
  auto missing = file;
  missing.tensors.erase(missing.tensors.begin());
  write_safetensors(path_, missing);
  EXPECT_THAT(error_of([&] { load_model(path_); }), HasSubstr("'encoder.0.weight' is missing"));
  auto extra = file;
  extra.tensors.emplace_back("more", torch::zeros({1}));
  write_safetensors(path_, extra);
  EXPECT_THAT(error_of([&] { load_model(path_); }), HasSubstr("unknown tensor 'more'"));
  auto infinite = file;
  infinite.tensors[0].second = torch::full_like(infinite.tensors[0].second, INFINITY);
  write_safetensors(path_, infinite);
  EXPECT_THAT(error_of([&] { load_model(path_); }), HasSubstr("not finite"));
  EXPECT_THAT(error_of([&] { load_model(folder_ / "absent"); }), HasSubstr("no such file"));
}

}  // namespace
}  // namespace rnem::model
