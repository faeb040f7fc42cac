#include "figures/scene.h"

#include <fmt/format.h>
#include <unistd.h>

namespace rnem::figures {

std::filesystem::path scratch_folder() {
  struct Folder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / fmt::format("rnem_figures_test_{}", ::getpid());
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
  };
  static const Folder folder;
  return folder.path;
}

}  // namespace rnem::figures
