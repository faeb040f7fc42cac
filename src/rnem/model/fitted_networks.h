// Encoder and decoder for frames of a given size, in the manner of the paper's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rnem::model {

inline constexpr std::int64_t kSmallestFitted = 16, kLargestFitted = 256;  // pixels of a side

struct FittedNetworks {
  std::vector<std::string> encoder, decoder;
};

// Convolutions of stride 2 halve the frame until its longer side has 8 pixels or fewer, at least
// twice; the decoder passes through the same sizes upwards, by doubling where that lands on the
// size and by a resize
// ("to 21x21") where a side is odd. The smallest map has 64 channels and every layer next to it
// half as many, at least 16: multiples of 16, 4×4 kernels and doublings are what the fast kernels
// know. 64×64 and 28×28 give the networks of the paper. Sides are within the two limits above.
// `drawn` is the number of channels that the decoder draws.
FittedNetworks fitted_networks(std::int64_t height, std::int64_t width, std::int64_t drawn = 1);

}  // namespace rnem::model
