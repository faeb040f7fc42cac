// Packing of one chunk, in the format of HDF5's deflate filter (zlib).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace rnem::io {

// Measured on clips of four balls (51 frames of 64x64 pixels, three masks: 627 KB), one core:
//   level 1: 18.3 KB, packs in 2.0 ms, unpacks in 0.64 ms     level 4: 11.6 KB, 2.9 ms, 0.75 ms
//   level 3: 14.2 KB, 2.2 ms, 0.54 ms                         level 6:  8.7 KB, 4.2 ms, 0.68 ms
// Files are packed once and unpacked every epoch: the level that unpacks fastest.
inline constexpr int kDeflateLevel = 3;

std::vector<std::uint8_t> deflate_bytes(std::span<const std::uint8_t> raw);

// Fills `raw` exactly; false when the packed bytes are damaged or have another length.
bool inflate_bytes(std::span<const std::uint8_t> packed, std::span<std::uint8_t> raw);

}  // namespace rnem::io
