// Pictures and films as grey frames.
#pragma once

#include <memory>

#include "rnem/dataset/clip_files.h"
#include "rnem/dataset/grey_frames.h"

namespace rnem::dataset {

std::unique_ptr<GreyFrames> open_pictures(std::vector<ClipFiles> clips);

}  // namespace rnem::dataset
