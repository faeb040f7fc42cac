#include "rnem/io/append_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "rnem/core/error.h"

namespace rnem::io {

AppendFile::AppendFile(std::filesystem::path path, std::int64_t keep) : path_(std::move(path)) {
  fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd_ < 0) fail("{}: cannot open to write: {}", path_.string(), std::strerror(errno));
  size_ = ::lseek(fd_, 0, SEEK_END);
  if (keep >= 0) cut(keep);
}

AppendFile::~AppendFile() { ::close(fd_); }

void AppendFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("{}: cannot write: {}", path_.string(), std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
    size_ += written;
  }
}

void AppendFile::cut(std::int64_t keep) {
  if (size_ <= keep) return;
  if (::ftruncate(fd_, keep) != 0) {
    fail("{}: cannot shorten: {}", path_.string(), std::strerror(errno));
  }
  size_ = keep;
}

void AppendFile::sync() {
  if (::fdatasync(fd_) != 0) fail("{}: cannot sync: {}", path_.string(), std::strerror(errno));
}

}  // namespace rnem::io
