// Films of any size as frames of the size that a model looks at.
#pragma once

#include <memory>

#include "rnem/dataset/grey_frames.h"

namespace rnem::studio {

// Scaled to fit, each new pixel the mean of what it covers; the rest of the frame is as dark as the
// film's border is on average, so that no edge appears which was not there.
std::unique_ptr<dataset::GreyFrames> fit_frames(std::shared_ptr<const dataset::GreyFrames> inner,
                                                int height, int width);

// One frame, row-major.
std::vector<std::uint8_t> fit_frame(const std::uint8_t* levels, int height, int width,
                                    int new_height, int new_width);

}  // namespace rnem::studio
