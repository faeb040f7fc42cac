#include "rnem/cli/shipped_models.h"

#include <filesystem>

namespace rnem::cli {

std::string shipped_model(const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return "";
  for (const char* folder : {"../../models", "../../share/rnem/models"}) {
    const fs::path path = (program.parent_path() / folder / name).lexically_normal();
    if (fs::exists(path, error)) return path.string();
  }
  return "";
}

}  // namespace rnem::cli
