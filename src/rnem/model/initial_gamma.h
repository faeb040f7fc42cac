// Where EM starts: the soft assignments of pixels to components before the first step.
//
// Components are interchangeable, so only gamma tells them apart at first. The paper's noise does
// so pixel by pixel: every component sees a thinned copy of the whole frame, and the network itself
// has to find out who takes what. A start that is coherent in space gives each a place instead.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rnem/rng.h"

namespace rnem::model {

// Names of `em.start`:
//   noise   |N(0,1)| at every pixel (paper)
//   fields  softmax over K of smooth random fields: places without a look at the frame
//   seeds   k-means++ on the bright places of the first frame: each next component starts at a
//           bright pixel far from the ones before, drawn with probability ~ distance² and moved
//           to the middle of its blob; when nothing bright is left, components start without a
//           place, for what appears later
const std::vector<std::string>& gamma_starts();

// gamma [K,height,width], summing to 1 over K, from the first (noisy) frame [height,width].
void start_gamma(const std::string& kind, std::span<const float> frame, std::int64_t height,
                 std::int64_t width, std::int64_t k, Rng& rng, std::span<float> gamma);

}  // namespace rnem::model
