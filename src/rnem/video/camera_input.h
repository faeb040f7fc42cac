// Cameras, through libavdevice and Video4Linux.
#pragma once

#include <string>

#include "rnem/video/av.h"

namespace rnem::video {

av::Input open_camera_input(const std::string& device, const std::string& size);

}  // namespace rnem::video
