// Datasets at a glance: the frames of one sequence, or sequences of several worlds as rows.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rnem/figures/drawing.h"
#include "rnem/figures/frame_choice.h"
#include "rnem/figures/image.h"
#include "rnem/sequence.h"

namespace rnem::figures {

struct ContactSheet {
  FrameChoice frames = {};
  int scale = 2;       // pixels per image pixel
  int columns = 0;     // frames a row; 0 makes the sheet about 3:2
  int label_from = 0;  // number of the sequence's frame 0, when it is part of a longer one
};

// Frames in reading order with their numbers above, drawn by object_frame().
Drawing contact_sheet(const worlds::Sequence& sequence, const worlds::Shape& shape,
                      const ContactSheet& options = {});

// The same frames as a film: one picture each, the number above.
std::vector<Image> sequence_film(const worlds::Sequence& sequence, const worlds::Shape& shape,
                                 const ContactSheet& options = {});

struct NamedSequence {
  std::string name;
  worlds::Shape shape;
  worlds::Sequence sequence;
};

// One row per world, its name at the left. Frames of every size are upscaled by the largest whole
// factor that keeps them within `cell` pixels.
Drawing world_overview(std::span<const NamedSequence> worlds, const FrameChoice& frames,
                       int cell = 256);

}  // namespace rnem::figures
