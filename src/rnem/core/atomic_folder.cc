#include "rnem/core/atomic_folder.h"

#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/stale_partials.h"

namespace rnem {
namespace fs = std::filesystem;

AtomicFolder::AtomicFolder(fs::path target) : target_(std::move(target)) {
  // the outermost folder that was not there yet
  std::error_code ignored;
  for (fs::path at = target_; !at.empty() && !fs::exists(at, ignored); at = at.parent_path()) {
    made_ = at;
  }
  remove_stale_partials(target_ / ".partial.");
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
  struct Move {
    fs::path from, to;
  };
  std::vector<Move> done;
  // one rename after the other: when one fails, those before it are taken back
  const auto move = [&](const fs::path& from, const fs::path& to) {
    std::error_code error, ignored;
    fs::rename(from, to, error);
    if (!error) {
      done.push_back({from, to});
      return;
    }
    for (auto last = done.rbegin(); last != done.rend(); ++last) {
      fs::rename(last->to, last->from, ignored);
    }
    fail("{}: cannot rename into place: {}", to.string(), error.message());
  };
  const fs::path before = temporary_ / ".before";
  make_folder(before);
  std::vector<fs::path> names;
  for (const auto& entry : fs::directory_iterator(temporary_)) {
    if (entry.path() != before) names.push_back(entry.path().filename());
  }
  std::error_code ignored;
  for (const auto& name : names) {
    if (fs::exists(target_ / name, ignored)) move(target_ / name, before / name);
    move(temporary_ / name, target_ / name);
  }
  committed_ = true;
}

}  // namespace rnem
