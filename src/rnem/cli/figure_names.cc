#include "rnem/cli/figure_names.h"

#include <filesystem>
#include <set>

#include "rnem/core/error.h"

namespace rnem::cli {

std::vector<std::string> figure_names(const std::vector<std::string>& given,
                                      const std::vector<std::string>& paths) {
  if (!given.empty()) {
    if (given.size() != paths.size()) {
      fail_input("--names: expected {} of them, one for each file, got {}", paths.size(),
                 given.size());
    }
    return given;
  }
  std::vector<std::string> names, folders;
  for (const std::string& text : paths) {
    // "run/" ends in an empty file name
    std::filesystem::path path = std::filesystem::path(text).lexically_normal();
    if (path.filename().empty()) path = path.parent_path();
    names.push_back(path.stem().string());
    folders.push_back(path.parent_path().filename().string());
  }
  const bool unique =
      std::set(names.begin(), names.end()).size() == std::set(paths.begin(), paths.end()).size();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool common = names[i] == "best" || names[i] == "last";
    if ((!unique || common) && !folders[i].empty()) names[i] = folders[i];
  }
  return names;
}

}  // namespace rnem::cli
