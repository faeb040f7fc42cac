// PNG files in the order of their names as a film.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "rnem/video/film.h"

namespace rnem::video {

// `name` is the folder or pattern that they came from.
std::unique_ptr<Film> open_picture_film(const std::string& name,
                                        std::vector<std::filesystem::path> files);

}  // namespace rnem::video
