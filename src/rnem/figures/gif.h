// Animated GIF files.
#pragma once

#include <filesystem>
#include <span>

#include "rnem/figures/image.h"

namespace rnem::figures {

// Plays `frames` (at least one, all of one size) for ever, one every `delay` hundredths of a
// second. One palette serves all frames, so nothing flickers; up to 256 colours are exact, more are
// reduced (quantise.h). Each frame stores only the rectangle that differs from the one before.
void write_gif(const std::filesystem::path& path, std::span<const Image> frames, int delay);

}  // namespace rnem::figures
