// From grey levels to the zeros and ones that a model of binary frames sees.
//
// It looks at the model's small frames only and keeps a few numbers a pixel, so a film may go on
// for ever; what it has learnt follows slow changes of light.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rnem/video/fit.h"
#include "rnem/video/threshold.h"

namespace rnem::video {

struct BinariseSettings {
  // otsu: brighter than Otsu's threshold of the last hundred frames or so
  // threshold: brighter than `threshold`
  // background: further than `threshold` from a running background
  std::string method = "otsu";
  int threshold = -1;   // level 0 .. 255; -1: 127, or 30 from the background
  bool invert = false;  // darker in place of brighter

  friend bool operator==(const BinariseSettings&, const BinariseSettings&) = default;
};
const std::vector<std::string>& binarise_methods();

class Binariser {
 public:
  Binariser(BinariseSettings settings, const Fit& fit);

  // Frames [T][H*W] from the beginning of a film, before its first is judged: the background is
  // their median, the histogram theirs.
  void look(const std::vector<std::vector<std::uint8_t>>& frames);

  // Learns from the levels [H,W], then tells who is on; bars are off.
  std::vector<std::uint8_t> operator()(const std::vector<std::uint8_t>& levels);

  // The last frame's judgement of one level, where the background is `ground`: for finer frames.
  bool on(std::uint8_t level, float ground) const;

  // [H,W] levels, by the method "background"; else empty.
  const std::vector<float>& background() const { return background_; }
  int threshold() const { return threshold_; }

 private:
  void learn(const std::vector<std::uint8_t>& levels);

  BinariseSettings settings_;
  const Fit& fit_;
  Histogram recent_;  // each frame counts less with every one that follows
  std::vector<float> background_;
  int threshold_ = 0;
  bool flat_ = false;  // nothing stands out
};

}  // namespace rnem::video
