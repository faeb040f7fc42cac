#include "rnem/training/run_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <nlohmann/json.hpp>
#include <vector>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/version.h"
#include "rnem/core/writable.h"
#include "rnem/runtime/host.h"

namespace rnem::training {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::ordered_json;

std::string utc_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

// what AtomicFile leaves behind when the process is killed
void remove_partial_files(const fs::path& folder) {
  std::vector<fs::path> partial;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.find(".partial.") != std::string::npos) partial.push_back(entry.path());
  }
  for (const auto& path : partial) fs::remove(path);
}

void write_run_json(const fs::path& path, const TrainConfig& config,
                    const std::string& command_line) {
  const runtime::Machine machine = runtime::this_machine();
  Json sessions = Json::array();
  if (fs::exists(path)) {
    const Json before = Json::parse(read_file(path), nullptr, /*allow_exceptions=*/false);
    if (before.contains("sessions")) sessions = before["sessions"];
  }
  sessions.push_back({{"start", utc_now()},
                      {"command", command_line},
                      {"version", kVersion},
                      {"machine",
                       {{"processor", machine.processor},
                        {"threads", machine.threads},
                        {"memory_gib", machine.memory_gib},
                        {"instruction_set", machine.instruction_set},
                        {"instruction_limit", machine.instruction_limit},
                        {"native_bf16", machine.native_bf16},
                        {"libtorch", machine.libtorch},
                        {"blas", machine.blas},
                        {"onednn", machine.onednn}}}});
  const Json json = {{"seed", config.seed}, {"sessions", sessions}};
  write_file(path, json.dump(2) + "\n");
}

}  // namespace

RunFolder::RunFolder(fs::path path, const TrainConfig& config, bool resume)
    : path_(std::move(path)) {
  const std::string name = path_.string();
  std::error_code ignored;
  if (!resume) {
    if (fs::is_directory(path_, ignored) && !fs::is_empty(path_)) {
      fail_input("{}: not empty: expected a new folder, or --resume to go on with its run", name);
    }
  } else if (!fs::is_directory(path_, ignored)) {
    fail_missing("{}: no such folder: nothing to resume", name);
  }
  check_folder(path_);
  if (fs::is_directory(path_, ignored)) lock();
  // a run killed in its first moments has no config yet: it starts from the beginning
  const fs::path config_file = path_ / kConfigFile;
  if (resume && fs::exists(config_file)) {
    TrainConfig before;
    read_toml_file(config_file, options(before));
    const std::string key = changed_key(before, config);
    if (!key.empty()) {
      fail_input(
          "{}: {} is not what the run was started with (see {}): start a new run, or resume "
          "with the old value",
          name, key, config_file.string());
    }
  }
}

void RunFolder::open(const TrainConfig& config, const std::string& command_line) {
  make_folder(path_);
  if (lock_ < 0) lock();
  remove_partial_files(path_);
  write_run_json(path_ / "run.json", config, command_line);
  write_file(path_ / kConfigFile, to_toml(config));
}

RunFolder::~RunFolder() {
  if (lock_ >= 0) ::close(lock_);
}

void RunFolder::lock() {
  lock_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0) fail("{}: cannot open: {}", path_.string(), std::strerror(errno));
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    fail_input("{}: another process is training in this folder", path_.string());
  }
}

}  // namespace rnem::training
