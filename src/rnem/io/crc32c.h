// CRC-32C (Castagnoli): the checksum of TensorBoard's records, and of our checkpoints.
#pragma once

#include <cstdint>
#include <string_view>

namespace rnem::io {

// Of the bytes so far: crc32c(b, crc32c(a)) is the checksum of a followed by b.
std::uint32_t crc32c(std::string_view bytes, std::uint32_t before = 0);

}  // namespace rnem::io
