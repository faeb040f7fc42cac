// The features of an HDF5 file that has the layout of data files, but grey frames, as grey frames.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rnem/dataset/grey_frames.h"

namespace rnem::dataset {

// Values are 0 .. 1 or 0 .. 255, whichever holds them all; the file's splits are kept. `left_out`
// gets the names of all that is there beside features.
std::unique_ptr<GreyFrames> open_stored_frames(const std::string& path,
                                               std::vector<std::string>& left_out);

}  // namespace rnem::dataset
