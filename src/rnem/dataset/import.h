// Makes a data file from pictures: thresholds them, cuts long sequences, deals them to the splits.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "rnem/dataset/grey_frames.h"
#include "rnem/observer.h"

namespace rnem::dataset {

struct ImportOptions {
  GreySource source;
  std::optional<int> threshold;  // pixels brighter than this are on; none: Otsu's
  bool invert = false;           // darker ones are
  int frames = 0;                // cut sequences into pieces of so many frames; 0: do not
  bool shuffle = false;          // sequences come to the splits in random order
  std::vector<double> split;     // shares of training, validation and test, as split_sizes takes
};

// What became of them.
struct Imported {
  std::array<std::int64_t, 3> sequences = {};  // training, validation, test
  int frames = 0, height = 0, width = 0;
  int threshold = 0;
  double on = 0;  // share of pixels
};

// All frames are looked at before the file is begun: the first sequence of another length or size
// is named in an InputError. The file appears whole or not at all. Interrupted when the observer
// asks to stop.
Imported import_frames(const GreyFrames& grey, const ImportOptions& options,
                       const std::filesystem::path& out, Observer& observer);

}  // namespace rnem::dataset
