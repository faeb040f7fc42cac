// A file that only grows, for logs: every append is whole in the file before the call returns.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace rnem::io {

class AppendFile {
 public:
  // Opens or creates; what is there beyond `keep` bytes is cut off (negative: keep all).
  explicit AppendFile(std::filesystem::path path, std::int64_t keep = -1);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  void append(std::string_view bytes);  // Error with the system's reason when it fails
  void cut(std::int64_t keep);          // to at most so many bytes
  void sync();                          // survives a power cut afterwards
  std::int64_t size() const { return size_; }

 private:
  std::filesystem::path path_;
  int fd_ = -1;
  std::int64_t size_ = 0;
};

}  // namespace rnem::io
