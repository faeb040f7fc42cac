// Pictures on their way into a data file: sequences of grey frames, wherever they lie.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rnem/core/options.h"

namespace rnem::dataset {

struct GreyClip {
  int height = 0, width = 0;
  std::vector<std::uint8_t> levels;  // [T,H,W], 0 black .. 255 white
};

// May be called from several threads at once.
class GreyFrames {
 public:
  virtual ~GreyFrames() = default;

  virtual std::int64_t sequences() const = 0;
  virtual int frames(std::int64_t sequence) const = 0;
  virtual std::string name(std::int64_t sequence) const = 0;  // "clips/a.gif", for messages

  // Frames first .. first + frames - 1. InputError names the file.
  virtual GreyClip get(std::int64_t sequence, int first, int frames) const = 0;

  // Sequences that are training, validation and test already, in this order.
  virtual std::optional<std::array<std::int64_t, 3>> splits() const { return std::nullopt; }
};

struct GreySource {
  std::vector<std::string> names;  // one .npy, .npz or .h5; else pictures and folders of them
  std::string axes;                // of an array; empty: usual_axes
  std::string array;               // of an .npz; empty: the only one
};

// `notes` hears what was assumed. InputError names file or flag.
std::unique_ptr<GreyFrames> open_grey_frames(const GreySource& source, const NoteSink& notes);

}  // namespace rnem::dataset
