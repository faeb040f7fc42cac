// A folder of its own in the system's place for such things, removed afterwards.
#pragma once

#include <filesystem>
#include <string>

namespace rnem {

class ScratchFolder {
 public:
  explicit ScratchFolder(const std::string& purpose);  // part of its name
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace rnem
