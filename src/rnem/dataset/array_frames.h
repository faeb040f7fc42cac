// An array of numbers as grey frames.
#pragma once

#include <memory>
#include <string>

#include "rnem/dataset/grey_frames.h"
#include "rnem/io/npy.h"

namespace rnem::dataset {

// What the axes mean when nobody says: (T,H,W), (N,T,H,W) or (N,T,H,W,C). InputError for others.
std::string usual_axes(const io::NpyArray& array);

// `axes` has one letter an axis: T frames, N sequences, H height, W width, C channels (grey, grey
// and alpha, RGB, RGBA; on black). T, H and W must be there. Values are 0 .. 1, 0 .. 255 or
// 0 .. 65535, whichever holds them all. InputError.
std::unique_ptr<GreyFrames> open_array(io::NpyArray array, const std::string& axes);

}  // namespace rnem::dataset
