// A world of one's own: bars that fall through the frame. Any class that makes sequences will do.
#include <algorithm>
#include <cstdio>
#include <memory>

#include "rnem/rnem.h"

class FallingBars final : public rnem::World {
 public:
  rnem::Shape shape() const override { return {.height = 64, .width = 64, .max_objects = 2}; }

  rnem::Sequence make(rnem::Rng rng, int frames) const override {
    rnem::Sequence clip{.frames = frames, .objects = 2};
    clip.features.resize(frames * 64 * 64);
    clip.groups.resize(frames * 64 * 64);
    for (int bar = 0; bar < 2; ++bar) {
      const int x = bar * 32 + static_cast<int>(rng.below(20)), y = static_cast<int>(rng.below(64));
      for (int t = 0; t < frames; ++t) {
        const int row = (y + (bar + 1) * t) % 64;
        const auto at = (t * 64 + row) * 64 + x;
        std::fill_n(clip.features.begin() + at, 12, 1);
        std::fill_n(clip.groups.begin() + at, 12, bar + 1);
      }
    }
    return clip;
  }
  std::string to_toml() const override { return ""; }
};

int main(int argc, char** argv) try {
  rnem::TrainOptions options;
  options.out = argc > 1 ? argv[1] : "bars-run";
  options.source = rnem::make_live_source(std::make_shared<FallingBars>(), 1, "falling bars");
  options.set = {"training.max_updates=4", "training.batch=4", "training.curriculum=[\"0:6\"]",
                 "training.simulate=[]", "em.k=3"};
  const rnem::Runtime runtime(rnem::train_runtime(options));
  rnem::Observer nobody;
  const auto result = rnem::Trainer(options, runtime, nobody).run();
  std::printf("%d updates on falling bars, validation loss %.0f\n",
              static_cast<int>(result.updates), result.best_loss);
} catch (const rnem::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
