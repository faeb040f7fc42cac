// What the model will see of a film.
#pragma once

#include "rnem/figures/drawing.h"
#include "rnem/video/view.h"

namespace rnem::tracking {

// Six frames of the film's beginning, from left to right: above as they are, the part that is seen
// framed; below the model's zeros and ones.
figures::Drawing preview(video::View& view);

}  // namespace rnem::tracking
