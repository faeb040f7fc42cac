// Valid HDF5 files in about the layout of data files (dataset/layout.h), with odd shapes, types,
// storage and attributes: what flipping bytes alone would never arrive at.
#pragma once

#include <cstdint>
#include <vector>

namespace rnem::fuzz {

std::vector<std::uint8_t> odd_file(std::uint64_t seed);

}  // namespace rnem::fuzz
