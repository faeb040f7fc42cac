#include "rnem/source.h"

#include <algorithm>
#include <filesystem>

#include "rnem/core/error.h"
#include "rnem/core/nearest.h"
#include "rnem/dataset/file_source.h"
#include "rnem/dataset/live_source.h"
#include "rnem/dataset/video_source.h"
#include "rnem/world.h"

namespace rnem::dataset {

namespace {

// What people have before they have a data file.
void refuse_importable(const std::filesystem::path& path) {
  const std::string extension = path.extension().string(), name = path.string();
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(path, ignored);
  if (folder || extension == ".npy" || extension == ".npz" || extension == ".png" ||
      extension == ".gif") {
    fail_input(
        "{}: {}, a data file (.h5) was expected; 'rnem data import {} --out FILE.h5' makes one",
        name, folder ? "is a folder" : "not an HDF5 file", name);
  }
}

}  // namespace

const char* split_name(Split split) {
  switch (split) {
    case Split::kTraining:
      return "training";
    case Split::kValidation:
      return "validation";
    case Split::kTest:
      return "test";
  }
  RNEM_CHECK(false, "a split that does not exist");
}

Split parse_split(std::string_view name) {
  if (name == "train") return Split::kTraining;
  if (name == "valid") return Split::kValidation;
  for (const Split split : kSplits) {
    if (name == split_name(split)) return split;
  }
  fail_input("unknown split '{}'{}", name, suggestion(name, {"training", "validation", "test"}));
}

std::unique_ptr<Source> open_source(const std::string& name, std::uint64_t seed) {
  constexpr std::string_view kLive = "live:";
  if (name.starts_with(kLive)) {
    return make_live_source(worlds::open_world(name.substr(kLive.size())), seed, name);
  }
  if (name.starts_with(kVideoPrefix)) return open_video_source(name);
  std::error_code ignored;
  if (!std::filesystem::exists(name, ignored)) {
    const auto presets = worlds::preset_names();
    if (name.ends_with(".toml") ||
        std::find(presets.begin(), presets.end(), name) != presets.end()) {
      fail_missing("{}: no such data file (did you mean 'live:{}'?)", name, name);
    }
    fail_missing("{}: no such data file", name);
  }
  if (name.ends_with(".toml")) {
    fail_input("{}: a world, not a data file; 'live:{}' makes its sequences on demand", name, name);
  }
  refuse_importable(name);
  return open_file_source(name);
}

}  // namespace rnem::dataset
