#include "rnem/video/camera_input.h"

extern "C" {
#include <libavdevice/avdevice.h>
}

#include <filesystem>

#include "rnem/core/error.h"

namespace rnem::video {

av::Input open_camera_input(const std::string& device, const std::string& size) {
  std::error_code ignored;
  if (!std::filesystem::exists(device, ignored)) fail_missing("{}: no such camera", device);
  avdevice_register_all();
  return av::open_input(device, device, "video4linux2", size.empty() ? nullptr : "video_size",
                        size.c_str());
}

}  // namespace rnem::video
