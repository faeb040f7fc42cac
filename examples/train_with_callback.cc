// Trains for a moment, hears of every update, stops by itself, and evaluates what came of it.
#include <cstdio>

#include "rnem/rnem.h"

struct Listener final : rnem::Observer {
  void update(const rnem::UpdateReport& report) override {
    std::printf("update %2d: loss %.0f\n", static_cast<int>(report.update), report.loss);
    loss = report.loss;
  }
  bool should_stop() override { return loss < 100; }  // good enough: the run is saved and ends
  double loss = 1e9;
};

int main(int argc, char** argv) try {
  rnem::TrainOptions options;
  options.out = argc > 1 ? argv[1] : "example-run";
  options.set = {"training.max_updates=6", "training.batch=4", "training.curriculum=[\"0:6\"]",
                 "training.simulate=[]", "training.valid_sequences=4"};
  const rnem::Runtime runtime(rnem::train_runtime(options));
  Listener listener;
  const rnem::TrainResult result = rnem::Trainer(options, runtime, listener).run();
  std::printf("%s; best model: %s\n", result.reason.c_str(), result.best_model.c_str());

  const rnem::Model model = rnem::Model::load(result.best_model, runtime);
  rnem::EvaluateOptions test;
  test.sequences = 4;
  const auto numbers =
      rnem::evaluate(model, rnem::open_source("live:balls4mass64", 1), test, listener);
  const rnem::Number bce = numbers.scalars.at("bce");
  std::printf("last-frame BCE %.0f (%.0f to %.0f)\n", bce.value, *bce.low, *bce.high);
} catch (const rnem::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
