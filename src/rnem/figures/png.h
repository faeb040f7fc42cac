// PNG files.
#pragma once

#include <filesystem>

#include "rnem/figures/image.h"

namespace rnem::figures {

// 8-bit RGB. The file appears whole or not at all.
void write_png(const std::filesystem::path& path, const Image& image);

// Any PNG, on black where it is transparent; InputError when the file is not one.
Image read_png(const std::filesystem::path& path);

}  // namespace rnem::figures
