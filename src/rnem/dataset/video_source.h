// Videos to learn from: "video:FOLDER", or one file of them.
#pragma once

#include <memory>
#include <string>

#include "rnem/source.h"

namespace rnem::dataset {

inline constexpr const char* kVideoPrefix = "video:";

// `name` may go on with settings: "video:clips,size=48x64,every=2". The films are read once, fitted
// to the model's frame and kept as bits: an hour of 64x64 pixels at 30 frames a second takes 55 MB;
// with "pixels=grey" or "pixels=rgb" as bytes, 8 or 24 times as much.
// They are cut into sequences of `frames` frames; the first eight tenths train, then come
// validation and test. InputError names file or setting.
std::unique_ptr<Source> open_video_source(const std::string& name);

}  // namespace rnem::dataset
