#include "rnem/core/writable.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"

namespace rnem {
namespace fs = std::filesystem;
namespace {

// Permissions do not tell all: a disk may be read-only, a file system may take no files.
bool takes_a_file(const fs::path& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) return false;
  ::close(fd);
  return true;
}

}  // namespace

void check_writable(const fs::path& file) {
  if (file.empty()) return;
  const AtomicFile attempt(file);
  if (!takes_a_file(attempt.path())) {
    fail_input("{}: cannot write: {}", file.string(), std::strerror(errno));
  }
}

void check_folder(const fs::path& folder) {
  if (folder.empty()) return;
  // the part of the path that is there already
  fs::path there = folder.lexically_normal();
  std::error_code ignored;
  while (!there.empty() && !fs::exists(there, ignored)) {
    const fs::path parent = there.parent_path();
    if (parent == there) break;
    there = parent;
  }
  if (there.empty()) there = ".";
  if (!fs::is_directory(there, ignored)) {
    fail_input("{}: cannot make this folder: {} is not a folder", folder.string(), there.string());
  }
  const AtomicFile attempt(there / ".rnem");
  if (!takes_a_file(attempt.path())) {
    fail_input("{}: cannot write into {}: {}", folder.string(), there.string(),
               std::strerror(errno));
  }
}

}  // namespace rnem
