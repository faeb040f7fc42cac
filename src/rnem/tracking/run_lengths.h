// Masks as COCO stores them: lengths of runs of 0 and 1 in turn, column by column, packed into
// text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rnem/figures/id_picture.h"

namespace rnem::tracking {

// The pixels of one object. Each length, from the third on as the difference from the one two
// before, is written in groups of five bits, the lowest first, as letters from '0' on.
std::string packed_run_lengths(const figures::IdPicture& picture, int id);

// And back: [H,W] of 0 and 1. InputError when it does not fill the picture exactly.
std::vector<std::uint8_t> unpacked_mask(std::string_view packed, int width, int height);

}  // namespace rnem::tracking
