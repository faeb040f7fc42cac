// Discovers the objects in an array of frames, follows them, and goes on without looking.
#include <cstdio>

#include "rnem/rnem.h"
#include "rnem/torch.h"

int main() try {
  const rnem::Runtime runtime;
  const rnem::Model model = rnem::Model::load("balls4", runtime);

  // any [T,H,W] array of zeros and ones will do; here a fresh clip of the built-in world
  const auto world = rnem::open_world("balls4mass64");
  rnem::Sequence clip = world->make(rnem::Rng(7, "example"), 31);
  const auto frames = torch::from_blob(clip.features.data(), {31, 64, 64}, torch::kUInt8);

  const rnem::Watched seen = model.watch(frames);
  const auto last = seen.masks[0][-1];  // [64,64]: 0 dark, else 1 + component
  for (int k = 0; k < model.k(); ++k) {
    const int pixels = last.eq(k + 1).sum().item<int>();
    const auto place = seen.tracks[0][-1][k];  // x, y
    if (pixels == 0) continue;                 // five components, four balls
    std::printf("component %d: %3d pixels around (%4.1f, %4.1f)\n", k, pixels,
                place[0].item<double>(), place[1].item<double>());
  }

  const rnem::Watched ahead = model.simulate(frames, 10, {{}, "noisy"});
  std::printf("10 frames later it draws %d pixels\n",
              ahead.picture[0][-1].gt(0.5).sum().item<int>());
} catch (const rnem::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
