#include "rnem/core/stale_partials.h"

#include <signal.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <string>

namespace rnem {
namespace fs = std::filesystem;
namespace {

// The process that a name ends with; 0 when it does not.
pid_t process_of(const std::string& name, const std::string& prefix) {
  pid_t pid = 0;
  if (!name.starts_with(prefix)) return 0;
  const char* end = name.data() + name.size();
  const auto read = std::from_chars(name.data() + prefix.size(), end, pid);
  return read.ec == std::errc() && read.ptr == end && pid > 0 ? pid : 0;
}

}  // namespace

void remove_stale_partials(const fs::path& prefix) {
  const fs::path folder = prefix.has_parent_path() ? prefix.parent_path() : fs::path(".");
  const std::string begin = prefix.filename().string();
  const auto hour_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const pid_t pid = process_of(entry.path().filename().string(), begin);
    if (pid == 0 || ::kill(pid, 0) == 0 || errno != ESRCH) continue;
    std::error_code error;
    const auto touched = fs::last_write_time(entry.path(), error);
    if (!error && touched < hour_ago) fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace rnem
