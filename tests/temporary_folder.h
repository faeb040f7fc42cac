// A folder of its own, removed afterwards.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rnem/core/scratch_folder.h"

namespace rnem::testing {

class TemporaryFolder : public ScratchFolder {
 public:
  TemporaryFolder() : ScratchFolder("test") {}

  // Names of everything directly inside.
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(path())) {
      found.push_back(entry.path().filename().string());
    }
    return found;
  }
};

}  // namespace rnem::testing
