// The pictures of a GIF file.
#pragma once

#include <filesystem>
#include <vector>

#include "rnem/figures/image.h"

namespace rnem::figures {

// Every frame as a viewer shows it, on black where nothing was painted. InputError when the file is
// no GIF, is damaged, or has more than `most_pixels` pixels over all frames.
std::vector<Image> read_gif(const std::filesystem::path& path, std::size_t most_pixels);

}  // namespace rnem::figures
