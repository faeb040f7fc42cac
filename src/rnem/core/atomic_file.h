// A file appears whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

namespace rnem {

// Write to path() by any means, then commit(): the bytes are synced and renamed to the target.
// Without commit() (an exception, Ctrl-C) the temporary file is removed and the target untouched.
// A symbolic link is followed. InputError when the target's folder is not there, or the target is
// there and no regular file.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path target);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  const std::filesystem::path& path() const { return temporary_; }
  void commit();

 private:
  std::filesystem::path target_;
  std::filesystem::path temporary_;
  bool committed_ = false;
};

void write_file(const std::filesystem::path& target, std::string_view bytes);
std::string read_file(const std::filesystem::path& path);  // InputError when it cannot be read

// Creates the folder and its parents; Error with the system's reason when that fails.
void make_folder(const std::filesystem::path& folder);

}  // namespace rnem
