#include "rnem/core/scratch_folder.h"

#include <fmt/format.h>

#include <cstdlib>

#include "rnem/core/error.h"

namespace rnem {

ScratchFolder::ScratchFolder(const std::string& purpose) {
  std::string name =
      (std::filesystem::temp_directory_path() / fmt::format("rnem-{}-XXXXXX", purpose)).string();
  if (::mkdtemp(name.data()) == nullptr) fail("{}: cannot be made", name);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace rnem
