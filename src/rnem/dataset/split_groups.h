// Which group of a data file holds which split.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "rnem/io/h5.h"
#include "rnem/source.h"

namespace rnem::dataset {

struct SplitGroups {
  std::array<std::string, kSplits.size()> names;  // empty where a split is missing
  std::vector<std::string> notes;                 // other spellings, and what is ignored

  const std::string& of(Split split) const { return names[static_cast<std::size_t>(split)]; }
};

// `training`, or `train` where there is no such group; likewise `validation`, `valid` and `val`.
// InputError when the file has none. `path` is for messages.
SplitGroups find_split_groups(const io::h5::Handle& file, const std::string& path);

}  // namespace rnem::dataset
