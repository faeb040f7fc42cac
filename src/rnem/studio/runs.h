// Training runs of one folder: what they tell about themselves, and starting, stopping, resuming
// them as processes of this program.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>

#include "rnem/experiments/child_process.h"

namespace rnem::studio {

class Catalog;

class Runs {
 public:
  static constexpr std::size_t kMostRunning = 2;

  Runs(std::filesystem::path folder, const Catalog& catalog)
      : folder_(std::move(folder)), catalog_(catalog) {}
  ~Runs();  // asks those that are running to save and end

  // [{"name", "state": "running" | "stopped" | "failed", "update", "samples": [...], "why"}]
  nlohmann::json list();

  // Lines of metrics.jsonl from byte `from` on, so many at a time: {"next", "size", "train":
  // [[update, loss, ari]], "valid": [[update, loss, ari, rollout]]}. "size" below `from`: the run
  // has gone back.
  nlohmann::json log(const std::string& name, std::uint64_t from) const;

  std::string sample(const std::string& name, const std::string& picture) const;  // PNG

  // InputError names the key or the folder; Busy when enough are running.
  void start(const std::string& name, const nlohmann::json& settings);
  void resume(const std::string& name);
  void stop(const std::string& name);  // it saves its work and ends

 private:
  void launch(const std::string& name, std::vector<std::string> arguments);
  std::filesystem::path run(const std::string& name) const;  // NotFoundError
  std::string last_words(const std::string& name) const;
  std::string path_of_log(const std::string& name) const;

  std::filesystem::path folder_;
  const Catalog& catalog_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<experiments::ChildProcess>> children_;
};

}  // namespace rnem::studio
