// Which frames or steps of a sequence a figure shows.
#pragma once

#include <vector>

namespace rnem::figures {

struct FrameChoice {
  int first = 0;
  int every = 1;  // n-th frame from `first` on
  int limit = 0;  // at most so many; 0 for all
};

// The chosen frame numbers out of 0 .. frames−1.
std::vector<int> chosen_frames(int frames, const FrameChoice& choice);

}  // namespace rnem::figures
