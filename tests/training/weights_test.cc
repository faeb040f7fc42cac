#include "rnem/training/weights.h"

#include <gtest/gtest.h>

#include "model/tiny_model.h"
#include "rnem/model/model_file.h"
#include "temporary_folder.h"

namespace rnem::training {
namespace {

// What a model computes, with operators that met it before and with new ones: written weights are
// seen at once only if the two are equal.
class WrittenWeights : public ::testing::Test {
 protected:
  static std::unique_ptr<model::Model> make(std::uint64_t seed) {
    model::Settings settings = rnem::testing::tiny_settings("r-nem");
    settings.model.encoder = {"conv 4x4/2 16 elu", "fc 10 elu"};
    settings.model.decoder = {"fc 4x4x16 relu", "up 4x4 1 sigmoid plain"};
    return model::Model::create(settings, seed);
  }

  torch::Tensor loss(const model::Model& model, const ops::Ops& ops) const {
    return rnem::testing::clip_loss(model, ops, clip_);
  }

  double expect_seen(const model::Model& model) const {
    const torch::NoGradGuard no_grad;
    const double seen = loss(model, *ops_).item<double>();
    const auto fresh = ops::fast_ops(ops::Precision::kEmulatedBfloat16);
    EXPECT_EQ(seen, loss(model, *fresh).item<double>());
    return seen;
  }

  std::unique_ptr<model::Model> model_ = make(7);
  std::shared_ptr<const ops::Ops> ops_ = ops::fast_ops(ops::Precision::kEmulatedBfloat16);
  model::Clip clip_ = rnem::testing::tiny_clip(3, 2);
};

TEST_F(WrittenWeights, OfEveryOptimizerAreSeenAtOnce) {
  for (const char* kind : {"adam", "muon", "sgd", "rmsprop"}) {
    Optimizer optimizer({kind, 0.9, 0.999, 1e-8}, model_->parameters());
    const double before = expect_seen(*model_);
    clear_gradients(model_->parameters());
    loss(*model_, *ops_).backward();
    optimizer.step(1, 1e-2, 1.0);
    EXPECT_NE(expect_seen(*model_), before) << kind;
  }
}

TEST_F(WrittenWeights, OfAWeightAverageAreSeenAtOnce) {
  WeightAverage mean(model_->parameters(), 0.9);
  const double before = expect_seen(*model_);
  {
    const torch::NoGradGuard no_grad;
    for (const auto& [name, weight] : model_->parameters().all()) torch::Tensor(weight).mul_(1.1);
  }
  const double after = expect_seen(*model_);
  EXPECT_NE(after, before);
  {
    const WeightAverage::InPlace in_place(mean);
    EXPECT_EQ(expect_seen(*model_), before);
  }
  EXPECT_EQ(expect_seen(*model_), after);
}

TEST_F(WrittenWeights, OfACheckpointOrAModelFileAreSeenAtOnce) {
  const auto other = make(8);
  const double expected = expect_seen(*other), before = expect_seen(*model_);
  EXPECT_NE(expected, before);
  const rnem::testing::TemporaryFolder folder;
  model::save_model(folder / "model", *other, {});
  EXPECT_EQ(expect_seen(*model::load_model(folder / "model").model), expected);
  restore(model_->parameters().all(), other->parameters().all(), "other");
  EXPECT_EQ(expect_seen(*model_), expected);
}

}  // namespace
}  // namespace rnem::training
