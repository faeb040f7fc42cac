// PNG files whose pixels are numbers of objects: 0 nobody, else an id.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace rnem::figures {

struct IdPicture {
  int width = 0, height = 0;
  std::vector<std::uint16_t> ids;  // [H,W]

  friend bool operator==(const IdPicture&, const IdPicture&) = default;
};

// 16-bit grey. Films have thousands of them, so unlike other files they are not synced to disk one
// by one: who writes many sees to it that they appear together (core/atomic_folder.h).
void write_id_png(const std::filesystem::path& path, const IdPicture& picture);

// Grey PNGs of up to 16 bits, and the numbers of the colours of those with a palette, as DAVIS and
// YouTube-VOS have them. InputError for others.
IdPicture read_id_png(const std::filesystem::path& path);

}  // namespace rnem::figures
