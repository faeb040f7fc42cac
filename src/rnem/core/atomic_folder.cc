#include "rnem/core/atomic_folder.h"

#include <unistd.h>

#include <string>
#include <utility>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"

namespace rnem {
namespace fs = std::filesystem;

AtomicFolder::AtomicFolder(fs::path target) : target_(std::move(target)) {
  // the outermost folder that was not there yet
  std::error_code ignored;
  for (fs::path at = target_; !at.empty() && !fs::exists(at, ignored); at = at.parent_path()) {
    made_ = at;
  }
  temporary_ = target_ / (".partial." + std::to_string(::getpid()));
  make_folder(temporary_);
}

AtomicFolder::~AtomicFolder() {
  std::error_code ignored;
  fs::remove_all(temporary_, ignored);
  if (committed_ || made_.empty()) return;
  // what somebody else has put there meanwhile stays
  for (fs::path at = target_; fs::remove(at, ignored) && at != made_;) at = at.parent_path();
}

void AtomicFolder::commit() {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(temporary_)) {
    const fs::path place = target_ / entry.path().filename();
    if (fs::is_directory(place, error)) fs::remove_all(place, error);
    fs::rename(entry.path(), place, error);
    if (error) fail("{}: cannot rename into place: {}", place.string(), error.message());
  }
  committed_ = true;
}

}  // namespace rnem
