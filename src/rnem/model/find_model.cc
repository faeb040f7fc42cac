#include "rnem/model/find_model.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string_view>
#include <vector>

#include "rnem/core/error.h"

namespace rnem::model {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = "-rnem.safetensors";

std::vector<fs::path> model_folders() {
  std::vector<fs::path> folders;
  if (const char* chosen = std::getenv("RNEM_MODELS")) folders.emplace_back(chosen);
  // a module of another program (Python) has them beside it
  Dl_info self;
  if (::dladdr(reinterpret_cast<const void*>(&shipped_model), &self) != 0) {
    folders.push_back(fs::path(self.dli_fname).parent_path() / "models");
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return folders;
  // build/libexec/rnem and build/examples/x; prefix/libexec/rnem/rnem and prefix/bin/x
  for (const char* folder : {"../../models", "../../share/rnem/models", "../share/rnem/models"}) {
    folders.push_back((program.parent_path() / folder).lexically_normal());
  }
  return folders;
}

}  // namespace

std::string shipped_model(const std::string& name) {
  std::error_code ignored;
  for (const fs::path& folder : model_folders()) {
    for (const std::string& file : {name, name + std::string(kEnding)}) {
      if (fs::is_regular_file(folder / file, ignored)) return (folder / file).string();
    }
  }
  return "";
}

std::vector<std::string> shipped_names() {
  std::set<std::string> names;
  std::error_code ignored;
  for (const fs::path& folder : model_folders()) {
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      const std::string file = entry.path().filename().string();
      if (file.ends_with(kEnding)) names.insert(file.substr(0, file.size() - kEnding.size()));
    }
  }
  return {names.begin(), names.end()};
}

fs::path find_model(const fs::path& path_or_name) {
  std::error_code ignored;
  if (fs::is_directory(path_or_name, ignored)) {
    fs::path best = path_or_name / "best.safetensors";
    if (fs::exists(best, ignored)) return best;
    fail_input(
        "{}: a folder without best.safetensors: expected a model or a run that was validated",
        path_or_name.string());
  }
  if (fs::exists(path_or_name, ignored)) return path_or_name;
  const std::string shipped = shipped_model(path_or_name.string());
  return shipped.empty() ? path_or_name : fs::path(shipped);
}

}  // namespace rnem::model
