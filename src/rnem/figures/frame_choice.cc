#include "rnem/figures/frame_choice.h"

#include "rnem/core/error.h"

namespace rnem::figures {

std::vector<int> chosen_frames(int frames, const FrameChoice& choice) {
  RNEM_CHECK(choice.first >= 0 && choice.every >= 1 && choice.limit >= 0,
             "frames are chosen forwards");
  std::vector<int> chosen;
  for (int t = choice.first; t < frames; t += choice.every) {
    if (choice.limit > 0 && int(chosen.size()) == choice.limit) break;
    chosen.push_back(t);
  }
  return chosen;
}

}  // namespace rnem::figures
