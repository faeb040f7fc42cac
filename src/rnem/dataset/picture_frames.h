// Pictures and films as grey frames.
#pragma once

#include <memory>

#include "rnem/dataset/grey_frames.h"
#include "rnem/video/clip_files.h"

namespace rnem::dataset {

std::unique_ptr<GreyFrames> open_pictures(std::vector<video::ClipFiles> clips);

}  // namespace rnem::dataset
