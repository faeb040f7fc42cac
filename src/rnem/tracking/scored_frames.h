// Truth and tracks frame by frame, as all scores read them: who is there, and how alike they are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "rnem/tracking/sighting.h"

namespace rnem::tracking {

// Objects of a frame; numbers count from 0 over the whole film, without gaps.
struct ScoredFrame {
  std::vector<int> truth, found;
  std::vector<double> similarity;  // [truth,found] intersection over union, 0 .. 1

  double at(std::size_t t, std::size_t f) const { return similarity[t * found.size() + f]; }
};

struct ScoredFilm {
  std::vector<ScoredFrame> frames;
  int truths = 0, tracks = 0;  // ids that there are
  std::vector<double> ari;     // of the frames that have truth; id PNGs only
};

// Boxes: tracks.txt against another file of that format.
ScoredFilm compare_boxes(const std::filesystem::path& truth, const std::filesystem::path& tracks);

// Masks: folders of id PNGs, whose names are the numbers of their frames. Frames that one of them
// does not have are empty in it. InputError when sizes differ.
ScoredFilm compare_masks(const std::filesystem::path& truth, const std::filesystem::path& masks);

// Reads the truth, so that what is wrong with it is known before the work. InputError.
void check_truth(const std::filesystem::path& truth);

// By what `truth` is: a folder of PNGs or a file. `folder` holds tracks.txt and masks/.
ScoredFilm compare_with_truth(const std::filesystem::path& truth,
                              const std::filesystem::path& folder);

}  // namespace rnem::tracking
