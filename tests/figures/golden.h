// Pictures that tests compare with, kept in tests/golden/figures.
//
// RNEM_UPDATE_GOLDEN=1 rewrites them from what the tests draw: look at every one before committing.
#pragma once

#include <string>

#include "rnem/figures/image.h"

namespace rnem::figures {

// Equal sizes, and at most `different` of the pixels with a channel that is off by more than
// `tolerance`. The defaults ask for equality; text needs a little room, since the rasteriser's
// antialiasing differs between versions.
void expect_golden(const Image& image, const std::string& name, int tolerance = 0,
                   double different = 0.0);

inline constexpr int kTextTolerance = 24;        // of 255
inline constexpr double kTextDifferent = 0.003;  // of the pixels

}  // namespace rnem::figures
