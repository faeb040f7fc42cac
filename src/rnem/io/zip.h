// ZIP archives in memory: what an .npz is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rnem::io {

struct ZipMember {
  std::string name;
  std::uint64_t packed = 0, size = 0;  // bytes in the archive, and unpacked
  std::uint64_t offset = 0;            // of its local header
  std::uint32_t crc = 0;
  int method = 0;  // 0 stored, 8 deflated
};

// What the directory at the archive's end lists, also beyond 4 GB. InputError "name: ...".
std::vector<ZipMember> zip_members(std::string_view archive, const std::string& name);

// A member's bytes, stored or deflated, held against its checksum.
std::string unzip(std::string_view archive, const ZipMember& member, const std::string& name);

}  // namespace rnem::io
