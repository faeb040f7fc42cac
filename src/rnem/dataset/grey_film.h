// One sequence of grey frames as a film.
#pragma once

#include <memory>
#include <string>

#include "rnem/dataset/grey_frames.h"
#include "rnem/video/film.h"

namespace rnem::dataset {

std::unique_ptr<video::Film> open_grey_film(std::shared_ptr<const GreyFrames> frames,
                                            std::int64_t sequence);

}  // namespace rnem::dataset
