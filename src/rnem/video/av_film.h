// Films that FFmpeg's libraries decode: video files, GIFs and cameras.
#pragma once

#include <memory>
#include <string>

#include "rnem/video/film.h"

namespace rnem::video {

// Anything FFmpeg reads, by its contents and not by its name. InputError when the file is empty,
// damaged, no video or has no pictures.
std::unique_ptr<Film> open_video(const std::string& path);

// A camera by its device, "/dev/video0". `size` is WIDTHxHEIGHT or empty for the camera's own.
std::unique_ptr<Film> open_camera(const std::string& device, const std::string& size);

}  // namespace rnem::video
