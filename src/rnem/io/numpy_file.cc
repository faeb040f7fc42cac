#include "rnem/io/numpy_file.h"

#include <fmt/ranges.h>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/nearest.h"
#include "rnem/io/zip.h"

namespace rnem::io {
namespace {

constexpr std::string_view kNpy = ".npy";

// An array's name in an archive: "frames" is stored as "frames.npy".
std::string array_name(const ZipMember& member) {
  return member.name.substr(0, member.name.size() - kNpy.size());
}

NpyArray choose_array(const std::string& archive, const std::string& wanted,
                      const std::string& path) {
  std::vector<std::string> names;
  std::vector<NpyArray> pictures;
  for (const ZipMember& member : zip_members(archive, path)) {
    if (!member.name.ends_with(kNpy)) continue;
    names.push_back(array_name(member));
    if (!wanted.empty() && names.back() != wanted) continue;
    NpyArray array(unzip(archive, member, path), fmt::format("{}: {}", path, names.back()));
    if (!wanted.empty()) return array;
    constexpr std::size_t kPictureAxes = 3;
    if (array.axes().size() >= kPictureAxes) pictures.push_back(std::move(array));
  }
  if (names.empty()) fail_input("{}: has no arrays", path);
  if (!wanted.empty()) fail_input("{}: no array '{}'{}", path, wanted, suggestion(wanted, names));
  if (pictures.size() != 1) {
    fail_input("{}: has the arrays {}: choose one with --array", path, fmt::join(names, ", "));
  }
  return std::move(pictures.front());
}

}  // namespace

NpyArray read_numpy(const std::filesystem::path& path, const std::string& array) {
  std::string bytes = read_file(path);
  constexpr std::string_view kZip = "PK";
  if (bytes.starts_with(kZip)) return choose_array(bytes, array, path.string());
  if (!array.empty()) fail_input("--array {}: {} holds one array", array, path.string());
  return {std::move(bytes), path.string()};
}

}  // namespace rnem::io
