#include "rnem/core/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "rnem/core/error.h"

namespace rnem {
namespace fs = std::filesystem;
namespace {

// A rename survives a power cut only after both the file and its folder are synced.
void sync_path(const fs::path& path, int flags) {
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC);
  if (fd < 0) fail("{}: cannot open to sync: {}", path.string(), std::strerror(errno));
  const int result = ::fsync(fd);
  const int error = errno;
  ::close(fd);
  if (result != 0) fail("{}: cannot sync: {}", path.string(), std::strerror(error));
}

}  // namespace

AtomicFile::AtomicFile(fs::path target) : target_(std::move(target)) {
  const fs::path folder = target_.has_parent_path() ? target_.parent_path() : fs::path(".");
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) {
    fail_input("{}: cannot write: {} is not a folder", target_.string(), folder.string());
  }
  if (fs::is_directory(target_, ignored)) {
    fail_input("{}: cannot write: it is a folder, a file name was expected", target_.string());
  }
  temporary_ = target_;
  temporary_ += ".partial." + std::to_string(::getpid());
}

AtomicFile::~AtomicFile() {
  if (committed_) return;
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

void AtomicFile::commit() {
  RNEM_CHECK(!committed_, "a file is committed once");
  sync_path(temporary_, O_RDONLY);
  std::error_code error;
  fs::rename(temporary_, target_, error);
  if (error) fail("{}: cannot rename into place: {}", target_.string(), error.message());
  committed_ = true;
  sync_path(target_.has_parent_path() ? target_.parent_path() : fs::path("."),
            O_RDONLY | O_DIRECTORY);
}

void write_file(const fs::path& target, std::string_view bytes) {
  AtomicFile file(target);
  std::ofstream out(file.path(), std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) fail("{}: cannot write: {}", target.string(), std::strerror(errno));
  file.commit();
}

std::string read_file(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) fail_input("{}: no such file", path.string());
  if (fs::is_directory(path, ignored)) {
    fail_input("{}: is a folder, a file was expected", path.string());
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) fail_input("{}: cannot open: {}", path.string(), std::strerror(errno));
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder)) {
    fail_input("{}: cannot make this folder: {}", folder.string(),
               error ? error.message() : "a file of that name is in the way");
  }
}

}  // namespace rnem
