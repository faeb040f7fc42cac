// A folder's new contents appear together or not at all.
#pragma once

#include <filesystem>

namespace rnem {

// Write below path(), then commit(): everything in it is moved into the target, over what has the
// same name. Without commit() it is removed, and the target too when this made it. Error with the
// system's reason.
class AtomicFolder {
 public:
  explicit AtomicFolder(std::filesystem::path target);
  ~AtomicFolder();
  AtomicFolder(const AtomicFolder&) = delete;
  AtomicFolder& operator=(const AtomicFolder&) = delete;

  const std::filesystem::path& path() const { return temporary_; }
  void commit();

 private:
  std::filesystem::path target_, temporary_, made_;
  bool committed_ = false;
};

}  // namespace rnem
