// The public face: what include/rnem promises.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"
#include "observers.h"
#include "places.h"
#include "rnem/model/model_file.h"
#include "rnem/rnem.h"
#include "rnem/runtime/recycling_memory.h"
#include "rnem/torch.h"
#include "runtimes.h"
#include "temporary_folder.h"
#include "training/tiny_toml.h"

namespace rnem {
namespace {

using rnem::testing::error_of;
using rnem::testing::fast_runtime;
using rnem::testing::in_source;
using rnem::testing::nobody;
using rnem::testing::RecordingObserver;
using rnem::testing::TemporaryFolder;
using ::testing::HasSubstr;

const std::string kBalls = in_source("models/balls4-rnem.safetensors");

torch::Tensor clip_of(std::uint64_t seed, int frames) {
  const Sequence clip = open_world("balls4mass64")->make(Rng(seed, "api test"), frames);
  return torch::tensor(at::ArrayRef<std::uint8_t>(clip.features)).reshape({frames, 64, 64});
}

TEST(ApiModel, SharesThePixelsOfAFrameAmongItsComponents) {
  const Model model = Model::load(kBalls, fast_runtime());
  const torch::Tensor frames = clip_of(1, 16);
  const Watched seen = model.watch(frames);
  EXPECT_EQ(seen.psi.sizes(), (std::vector<std::int64_t>{1, 15, 5, 64, 64}));
  EXPECT_EQ(seen.theta.sizes(), (std::vector<std::int64_t>{1, 15, 5, 250}));
  EXPECT_EQ(seen.attention.sizes(), (std::vector<std::int64_t>{1, 15, 5, 5}));
  EXPECT_TRUE(torch::allclose(seen.gamma.sum(2), torch::ones({1, 15, 64, 64}), 1e-4, 1e-4));
  // every lit pixel has an owner and no dark one has
  EXPECT_TRUE(seen.masks[0].gt(0).eq(frames.slice(0, 1).gt(0)).all().item<bool>());
  EXPECT_TRUE(torch::equal(seen.picture, seen.psi.amax(2)));
  // a component that owns a ball is where its pixels are
  const torch::Tensor last = seen.masks[0][-1];
  for (int k = 0; k < 5; ++k) {
    const torch::Tensor pixels = last.eq(k + 1).nonzero().to(torch::kFloat64);
    if (pixels.size(0) < 40) continue;
    const torch::Tensor middle = pixels.mean(0).flip(0) + 0.5, place = seen.tracks[0][-1][k];
    EXPECT_LT((middle - place).norm().item<double>(), 2.0) << k;
  }
}

TEST(ApiModel, OfABatchSeesWhatItSeesAlone) {
  const Model model = Model::load(kBalls, fast_runtime());
  const torch::Tensor a = clip_of(1, 6), b = clip_of(2, 6);
  const Watched both = model.watch(torch::stack({a, b}), {.k = 4});
  const Watched alone = model.watch(a, {.k = 4});
  EXPECT_EQ(both.psi.size(0), 2);
  EXPECT_TRUE(torch::allclose(both.psi[0], alone.psi[0], 1e-4, 1e-4));
}

TEST(ApiModel, GoesOnByItself) {
  const Model model = Model::load(kBalls, fast_runtime());
  const torch::Tensor frames = clip_of(3, 11);
  const Watched ahead = model.simulate(frames, 7, {{}, "crisp"});
  EXPECT_EQ(ahead.psi.size(1), 17);
  EXPECT_TRUE(torch::equal(ahead.psi.slice(1, 0, 10), model.watch(frames).psi));
  EXPECT_GT(ahead.picture[0][-1].gt(0.5).sum().item<int>(), 100) << "the balls are still there";
}

// Every tensor of a step is the one that watching the whole clip gave.
void expect_step(const WatchedStep& step, const Watched& whole, std::int64_t t) {
  for (at::Tensor Watched::*member : {&Watched::psi, &Watched::gamma, &Watched::theta,
                                      &Watched::attention, &Watched::picture, &Watched::masks}) {
    EXPECT_TRUE(torch::equal(step.*member, (whole.*member).select(1, t))) << t;
  }
  EXPECT_TRUE(
      step.tracks.eq(whole.tracks.select(1, t)).logical_or(step.tracks.isnan()).all().item<bool>());
}

TEST(ApiStream, EqualsWatchingTheWholeBitForBit) {
  const Model model = Model::load(kBalls, fast_runtime());
  const torch::Tensor frames = torch::stack({clip_of(4, 9), clip_of(5, 9)});
  const Watched whole = model.watch(frames, {.k = 6, .noise = 0.1, .seed = 3});
  Stream stream = model.stream({.k = 6, .noise = 0.1, .seed = 3});
  EXPECT_FALSE(stream.see(frames.select(1, 0)).has_value());
  for (std::int64_t t = 0; t < 8; ++t) expect_step(*stream.see(frames.select(1, t + 1)), whole, t);
  EXPECT_EQ(stream.steps(), 8);
}

TEST(ApiStream, ImaginesWhatASimulationDoes) {
  const Model model = Model::load(kBalls, fast_runtime());
  const torch::Tensor frames = clip_of(6, 5);
  for (const char* rule : {"paper", "crisp", "noisy"}) {
    const Watched whole = model.simulate(frames, 3, {{.noise = 0.1}, rule});
    Stream stream = model.stream({.noise = 0.1, .rule = rule});
    for (std::int64_t t = 0; t < 5; ++t) {
      const auto step = stream.see(frames[t]);
      if (t > 0) expect_step(*step, whole, t - 1);
    }
    for (std::int64_t t = 4; t < 7; ++t) expect_step(stream.imagine(), whole, t);
    // and looks again
    EXPECT_GT(stream.see(frames[4])->masks.gt(0).sum().item<int>(), 0);
  }
}

TEST(ApiStream, MayBeGivenTheSameMemoryAgain) {
  const Model model = Model::load(kBalls, fast_runtime());
  const torch::Tensor frames = clip_of(7, 4).to(torch::kFloat32);
  const Watched whole = model.watch(frames);
  Stream stream = model.stream();
  torch::Tensor camera = frames[0].clone();
  for (std::int64_t t = 0; t < 4; ++t) {
    camera.copy_(frames[t]);
    const auto step = stream.see(camera);
    if (t > 0) expect_step(*step, whole, t - 1);
  }
}

TEST(ApiStream, TakesNoMoreMemoryTheLongerItGoes) {
  const Model model = Model::load(kBalls, fast_runtime());
  const torch::Tensor frames = clip_of(8, 16);
  Stream stream = model.stream();
  for (std::int64_t t = 0; t < 4; ++t) stream.see(frames[t]);
  const std::size_t early = runtime::memory_use().in_use;
  for (std::int64_t t = 4; t < 16; ++t) stream.see(frames[t]);
  EXPECT_GT(early, 0U);
  EXPECT_EQ(runtime::memory_use().in_use, early);
}

TEST(ApiStream, ACopyGoesOnFromWhereItWasMade) {
  const Model model = Model::load(kBalls, fast_runtime());
  const torch::Tensor frames = clip_of(9, 6);
  Stream stream = model.stream({.noise = 0.1});
  for (std::int64_t t = 0; t < 4; ++t) stream.see(frames[t]);
  Stream back = stream.copy();
  const torch::Tensor seen = stream.see(frames[4])->psi;
  stream.imagine();
  EXPECT_EQ(back.steps(), 3);
  EXPECT_TRUE(torch::equal(back.see(frames[4])->psi, seen));
}

TEST(ApiStream, TakesOtherNoiseOnTheWay) {
  const Model model = Model::load(kBalls, fast_runtime());
  const torch::Tensor frames = clip_of(10, 5);
  Stream stream = model.stream({.noise = 0.0});
  for (std::int64_t t = 0; t < 4; ++t) stream.see(frames[t]);
  Stream noisy = stream.copy();
  noisy.set_noise(0.2);
  EXPECT_FALSE(torch::equal(noisy.see(frames[4])->psi, stream.see(frames[4])->psi));
  EXPECT_THAT(error_of([&] { noisy.set_noise(0.6); }), HasSubstr("from 0 to 0.5, got 0.6"));
}

TEST(ApiStream, SaysWhatIsWrong) {
  const Model model = Model::load(kBalls, fast_runtime());
  Stream stream = model.stream();
  const torch::Tensor frames = clip_of(1, 2);
  EXPECT_THAT(error_of([&] { stream.imagine(); }), HasSubstr("at least one frame"));
  EXPECT_THAT(error_of([&] { stream.see(frames[0][0]); }),
              HasSubstr("frame: expected [64,64] or [B,64,64] of zeros and ones, got [64]"));
  stream.see(frames[0]);
  EXPECT_THAT(error_of([&] { stream.see(frames); }), HasSubstr("expected 1 of them"));
  EXPECT_THAT(error_of([&] { model.stream({.rule = "crips"}); }), HasSubstr("'crisp'"));
}

TEST(ApiModel, TakesAnyTypeAndSaysWhatIsWrongWithTheRest) {
  const Model model = Model::load(kBalls, fast_runtime());
  const torch::Tensor frames = clip_of(1, 3);
  const torch::Tensor psi = model.watch(frames).psi;
  for (const auto type : {torch::kBool, torch::kFloat64, torch::kInt64}) {
    EXPECT_TRUE(torch::equal(model.watch(frames.to(type)).psi, psi));
  }
  const torch::Tensor strided = torch::stack({frames, frames}, -1).select(-1, 0);
  EXPECT_TRUE(torch::equal(model.watch(strided).psi, psi));
  const auto complaint = [&](const torch::Tensor& wrong) {
    return error_of([&] { model.watch(wrong); });
  };
  EXPECT_THAT(complaint(frames * 255), HasSubstr("got values from 0 to 255"));
  EXPECT_THAT(complaint(frames.to(torch::kFloat32) * NAN), HasSubstr("zeros and ones"));
  EXPECT_THAT(complaint(frames[0]), HasSubstr("expected [T,64,64] or [B,T,64,64]"));
  EXPECT_THAT(complaint(frames.slice(0, 0, 1)), HasSubstr("T > 1"));
  EXPECT_THAT(complaint(frames.slice(1, 0, 32)), HasSubstr("got [3, 32, 64]"));
  EXPECT_THAT(complaint({}), HasSubstr("frames: expected"));
  EXPECT_THAT(error_of([&] { model.watch(frames, {.k = 99}); }), HasSubstr("k: expected 0"));
  EXPECT_THAT(error_of([&] { model.simulate(frames, 3, {{}, "crips"}); }), HasSubstr("'crisp'"));
  EXPECT_THAT(error_of([&] { model.simulate(frames, 0); }), HasSubstr("steps: expected 1"));
}

TEST(ApiModel, IsSavedAndFoundAgain) {
  const TemporaryFolder folder;
  const Model model = Model::load(kBalls, fast_runtime());
  EXPECT_EQ(model.height(), 64);
  EXPECT_EQ(model.k(), 5);
  EXPECT_THAT(model.settings(), HasSubstr("kind = \"r-nem\""));
  std::filesystem::create_directories(folder / "run");
  model.save((folder / "run/best.safetensors").string());
  const Model again = Model::load((folder / "run").string(), fast_runtime());
  EXPECT_EQ(again.parameters(), model.parameters());
  EXPECT_THAT(error_of([&] { Model::load(folder.path().string(), fast_runtime()); }),
              HasSubstr("without best.safetensors"));
  EXPECT_THAT(error_of([] { Model::load("no-such", fast_runtime()); }), HasSubstr("no-such"));
}

TEST(ApiModel, StopsWhenItsObserverAsks) {
  const Model model = Model::load(kBalls, fast_runtime());
  RecordingObserver observer;
  observer.stop = [&] { return observer.progresses.size() > 3; };
  EXPECT_THROW(model.watch(clip_of(1, 20), {}, &observer), Interrupted);
  EXPECT_EQ(observer.progresses.back().phase, Progress::Phase::kLeft);
  EXPECT_LT(observer.progresses.back().done, 5);
}

TEST(ApiEvaluation, HasNumbersWithIntervals) {
  const Model model = Model::load(kBalls, fast_runtime());
  EvaluateOptions options;
  options.sequences = 3, options.steps = 12;
  const std::shared_ptr<const Source> source = open_source("live:balls4mass64", 1);
  const Numbers numbers = evaluate(model, source, options, nobody());
  const Number ari = numbers.scalars.at("ari_last");
  EXPECT_GT(ari.value, 0.9);
  EXPECT_LE(*ari.low, ari.value);
  EXPECT_EQ(numbers.by_step.at("ari").size(), 12U);
  EXPECT_THAT(numbers.json, HasSubstr("\"dataset\": \"live:balls4mass64\""));
  SimulationOptions ahead;
  ahead.sequences = 2, ahead.steps = 3;
  EXPECT_EQ(simulate(model, source, ahead, nobody()).by_step.at("position_error").size(), 8U);
  options.steps = 0;
  EXPECT_THAT(error_of([&] { evaluate(model, source, options, nobody()); }), HasSubstr("steps"));
  EXPECT_THAT(error_of([&] {
                evaluate(model, open_source("live:shapes28", 1), EvaluateOptions{}, nobody());
              }),
              HasSubstr("has frames of 28x28, " + kBalls + " expects 64x64"));
}

TEST(ApiErrors, TellMissingFilesFromOthers) {
  EXPECT_THROW(Model::load("no-such", fast_runtime()), NotFoundError);
  EXPECT_THROW(open_source("no-such.h5", 1), NotFoundError);
  EXPECT_THROW(open_world("no-such.toml"), NotFoundError);
}

TEST(ApiInvaders, PlaysTheSameGameForASeed) {
  InvadersGame one(3), same(3), other(4);
  int points = 0, games = 0, unlike = 0;
  for (int t = 0; t < 600; ++t) {
    const auto turn = one.step(t % 6);
    points += turn.points;
    games += turn.lost ? 1 : 0;
    EXPECT_EQ(same.step(t % 6).points, turn.points);
    other.step(t % 6);
    unlike += one.view().frame != other.view().frame ? 1 : 0;
    ASSERT_EQ(one.view().frame, same.view().frame) << t;
  }
  EXPECT_GT(points, 0);
  EXPECT_GT(games, 0);
  EXPECT_GT(unlike, 0);
  EXPECT_THAT(error_of([&] { one.step(6); }), HasSubstr("action: expected 0 to 5, got 6"));
  EXPECT_THAT(error_of([] { InvadersGame(1, 0); }), HasSubstr("frame_skip: expected 1 to 16"));
}

TEST(ApiTrainer, TrainsOnAWorldOfOnesOwn) {
  const TemporaryFolder folder;
  const auto file = folder / "tiny.toml";
  write_file(file, rnem::testing::tiny_toml(folder.path()));
  TrainOptions options{.config = file.string(), .set = {"training.max_updates=2"}};
  options.out = (folder / "run").string();
  options.source = open_source("live:" + (folder / "world.toml").string(), 1);
  const Runtime runtime(train_runtime(options));
  RecordingObserver observer;
  const TrainResult result = Trainer(options, runtime, observer).run();
  EXPECT_EQ(result.updates, 2);
  EXPECT_EQ(observer.updates.size(), 2U);
  EXPECT_EQ(Model::load(result.best_model, runtime).parameters(),
            Model::load(result.last_model, runtime).parameters());
  options.resume = true, options.config = "", options.set = {"training.max_updates=3"};
  EXPECT_EQ(Trainer(options, runtime, observer).run().updates, 3);
}

}  // namespace
}  // namespace rnem
