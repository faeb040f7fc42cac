#include "rnem/dataset/split_groups.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "rnem/core/error.h"

namespace rnem::dataset {
namespace {

const std::vector<std::string>& spellings(Split split) {
  static const std::array<std::vector<std::string>, kSplits.size()> kNames = {
      {{"training", "train"}, {"validation", "valid", "val"}, {"test"}}};
  return kNames[static_cast<std::size_t>(split)];
}

}  // namespace

SplitGroups find_split_groups(const io::h5::Handle& file, const std::string& path) {
  SplitGroups groups;
  std::vector<std::string> others = io::h5::names_in(file);
  for (const Split split : kSplits) {
    for (const std::string& name : spellings(split)) {
      if (io::h5::kind_of(file, name) != io::h5::ObjectKind::kGroup) continue;
      groups.names[static_cast<std::size_t>(split)] = name;
      std::erase(others, name);
      break;
    }
  }
  if (std::all_of(kSplits.begin(), kSplits.end(),
                  [&](Split split) { return groups.of(split).empty(); })) {
    fail_input("{}: has none of the groups training, validation, test", path);
  }
  for (const Split split : kSplits) {
    const std::string& name = groups.of(split);
    if (name.empty() || name == split_name(split)) continue;
    groups.notes.push_back(
        fmt::format("{}: group '{}' is read as '{}'", path, name, split_name(split)));
  }
  if (!others.empty()) {
    groups.notes.push_back(
        fmt::format("{}: ignored, as only training, validation and test are read: {}", path,
                    fmt::join(others, ", ")));
  }
  return groups;
}

}  // namespace rnem::dataset
