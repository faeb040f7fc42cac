#include "rnem/core/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "rnem/core/error.h"
#include "rnem/core/stale_partials.h"

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

// What a chain of symbolic links ends at, which need not be there yet: renaming onto a link would
// replace the link.
fs::path followed(fs::path path) {
  constexpr int kMostLinks = 40;  // as Linux follows
  std::error_code ignored;
  for (int i = 0; i < kMostLinks && fs::is_symlink(path, ignored); ++i) {
    path = path.parent_path() / fs::read_symlink(path);
  }
  return path;
}

}  // namespace

AtomicFile::AtomicFile(fs::path target) {
  const std::string name = target.string();
  std::error_code ignored;
  const fs::file_status there = fs::status(target, ignored);
  if (fs::is_directory(there)) {
    fail_input("{}: cannot write: it is a folder, a file name was expected", name);
  }
  // a device or a pipe would be replaced, not written to
  if (fs::exists(there) && !fs::is_regular_file(there)) {
    fail_input("{}: cannot write: it is there and no regular file", name);
  }
  target_ = followed(std::move(target));
  const fs::path folder = target_.has_parent_path() ? target_.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, ignored)) {
    fail_input(
        "{}: cannot write: {} {}", name, folder.string(),
        fs::exists(folder, ignored) ? "is not a folder" : "does not exist; mkdir -p makes it");
  }
  temporary_ = target_;
  temporary_ += ".partial.";
  remove_stale_partials(temporary_);
  temporary_ += std::to_string(::getpid());
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
  if (!fs::exists(path, ignored)) fail_missing("{}: no such file", path.string());
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
