// One frame of a sequence with its objects in colour.
#pragma once

#include "rnem/figures/image.h"
#include "rnem/sequence.h"

namespace rnem::figures {

// A white ring around colliding objects tells nothing apart by hue; the curtain is a hint only.
inline constexpr Rgb kCollision{255, 255, 255};
inline constexpr Rgb kCurtain{140, 140, 140};

// Frame t with object id i in component_color(i − 1), pixels that are on without an object in
// kUngrouped, upscaled by `scale`. Objects on collision pixels get a ring of kCollision inside
// their border; the curtain, if there is one, a dashed outline of kCurtain on the background.
Image object_frame(const worlds::Sequence& sequence, const worlds::Shape& shape, int t, int scale);

}  // namespace rnem::figures
