#include "rnem/io/deflate.h"

#include <zlib.h>

#include "rnem/core/error.h"

namespace rnem::io {

std::vector<std::uint8_t> deflate_bytes(std::span<const std::uint8_t> raw) {
  uLongf size = compressBound(raw.size());
  std::vector<std::uint8_t> packed(size);
  const int result = compress2(packed.data(), &size, raw.data(), raw.size(), kDeflateLevel);
  RNEM_CHECK(result == Z_OK, "zlib packs into a buffer of the size it asked for");
  packed.resize(size);
  return packed;
}

bool inflate_bytes(std::span<const std::uint8_t> packed, std::span<std::uint8_t> raw) {
  uLongf size = raw.size();
  return uncompress(raw.data(), &size, packed.data(), packed.size()) == Z_OK && size == raw.size();
}

}  // namespace rnem::io
