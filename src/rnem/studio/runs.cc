#include "rnem/studio/runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <set>
#include <thread>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/studio/busy.h"
#include "rnem/studio/catalog.h"
#include "rnem/studio/plain_name.h"
#include "rnem/studio/settings_form.h"
#include "rnem/training/train_config.h"

namespace rnem::studio {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char *kMetrics = "metrics.jsonl", *kSamples = "samples";

// What stands in a file from `from` on, up to the end of a line.
std::string lines_from(const fs::path& file, std::uint64_t from, std::size_t most) {
  std::ifstream in(file, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(from));
  std::string text(most, '\0');
  in.read(text.data(), static_cast<std::streamsize>(most));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, in.gcount())));
  text.resize(text.rfind('\n') + 1);  // npos + 1: nothing
  return text;
}

std::uint64_t size_of(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  return error ? 0 : size;
}

std::vector<std::string> pictures_of(const fs::path& run) {
  std::set<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(run / kSamples, ignored)) {
    const std::string name = entry.path().filename().string();
    if (is_plain_name(name) && name.ends_with(".png")) names.insert(name);
  }
  return {names.begin(), names.end()};
}

json number_or_null(const json& line, const char* key) {
  const auto found = line.find(key);
  return found != line.end() && found->is_number() ? *found : json();
}

// The update of the last line of the log; -1 for none.
std::int64_t last_update(const fs::path& run) {
  constexpr std::uint64_t kTail = 8192;
  const std::uint64_t size = size_of(run / kMetrics);
  const std::string tail =
      lines_from(run / kMetrics, size > kTail ? size - kTail : 0, static_cast<std::size_t>(kTail));
  if (tail.empty()) return -1;
  const auto begin = tail.rfind('\n', tail.size() - 2);
  const json line =
      json::parse(tail.substr(begin == std::string::npos ? 0 : begin + 1), nullptr, false);
  const json update = line.is_object() ? number_or_null(line, "update") : json();
  return update.is_number_integer() ? update.get<std::int64_t>() : -1;
}

}  // namespace

Runs::~Runs() {
  for (const auto& [name, child] : children_) child->stop();
  // a run saves within seconds; one that does not is ended, and resumes from its last checkpoint
  constexpr int kPatience = 200;
  for (const auto& [name, child] : children_) {
    for (int i = 0; i < kPatience && !child->ended(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }
}

fs::path Runs::run(const std::string& name) const {
  fs::path path = inside(folder_, name, "run");
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) fail_missing("no run '{}'", name);
  return path;
}

std::string Runs::path_of_log(const std::string& name) const {
  return (folder_ / (name + ".log")).string();
}

std::string Runs::last_words(const std::string& name) const {
  constexpr std::uint64_t kTail = 2048;
  const std::uint64_t size = size_of(path_of_log(name));
  std::string tail = lines_from(path_of_log(name), size > kTail ? size - kTail : 0, kTail);
  while (!tail.empty() && tail.back() == '\n') tail.pop_back();
  return tail.substr(tail.rfind('\n') + 1);
}

json Runs::list() {
  json runs = json::array();
  std::set<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_, ignored)) {
    const std::string name = entry.path().filename().string();
    if (is_plain_name(name) && fs::exists(entry.path() / training::kConfigFile, ignored)) {
      names.insert(name);
    }
  }
  const std::lock_guard lock(mutex_);
  for (const auto& [name, child] : children_) names.insert(name);
  for (const std::string& name : names) {
    const auto child = children_.find(name);
    json row = {{"name", name},
                {"state", "stopped"},
                {"update", last_update(folder_ / name)},
                {"samples", pictures_of(folder_ / name)}};
    if (child != children_.end()) {
      constexpr int kStopped = 130;  // by a signal, after saving
      if (!child->second->ended()) {
        row["state"] = "running";
      } else if (child->second->code() != 0 && child->second->code() != kStopped) {
        row["state"] = "failed";
        row["why"] = last_words(name);
      }
    }
    runs.push_back(std::move(row));
  }
  return runs;
}

json Runs::log(const std::string& name, std::uint64_t from) const {
  constexpr std::size_t kMost = 1u << 20;
  const fs::path file = run(name) / kMetrics;
  const std::uint64_t size = size_of(file);
  json train = json::array(), valid = json::array();
  const std::string text = from <= size ? lines_from(file, from, kMost) : "";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const json line = json::parse(text.substr(at, end - at), nullptr, false);
    at = end + 1;
    if (!line.is_object()) continue;
    const auto named = line.find("kind");
    const std::string kind = named != line.end() && named->is_string() ? *named : json("");
    const auto number = [&](const char* key) { return number_or_null(line, key); };
    if (kind == "train") train.push_back({number("update"), number("loss"), number("ari")});
    if (kind == "valid") {
      valid.push_back({number("update"), number("loss"), number("ari"), number("rollout")});
    }
  }
  return {{"next", from + text.size()},
          {"size", size},
          {"train", std::move(train)},
          {"valid", std::move(valid)}};
}

std::string Runs::sample(const std::string& name, const std::string& picture) const {
  const fs::path file = inside(run(name) / kSamples, picture, "picture");
  std::error_code ignored;
  if (!file.string().ends_with(".png") || !fs::is_regular_file(file, ignored)) {
    fail_missing("no picture '{}'", picture);
  }
  return read_file(file);
}

void Runs::launch(const std::string& name, std::vector<std::string> arguments) {
  const std::lock_guard lock(mutex_);
  std::erase_if(children_,
                [&](const auto& child) { return child.first == name && child.second->ended(); });
  if (children_.contains(name)) fail_input("{}: it is running", name);
  const auto running = std::count_if(children_.begin(), children_.end(),
                                     [](const auto& child) { return !child.second->ended(); });
  if (running >= static_cast<std::ptrdiff_t>(kMostRunning)) {
    throw Busy(fmt::format("{} trainings are running already", kMostRunning));
  }
  make_folder(folder_);
  arguments.insert(arguments.end(), {"--out", (folder_ / name).string()});
  children_[name] = std::make_unique<experiments::ChildProcess>(arguments, path_of_log(name));
}

void Runs::start(const std::string& name, const json& settings) {
  const fs::path path = inside(folder_, name, "name");
  std::error_code ignored;
  if (fs::exists(path, ignored)) fail_input("{}: there is a run of this name", name);
  if (name.ends_with(".log")) fail_input("name: expected another ending than .log");
  std::vector<std::string> arguments = {"train"};
  const auto given = train_arguments(settings, catalog_);
  arguments.insert(arguments.end(), given.begin(), given.end());
  launch(name, std::move(arguments));
}

void Runs::resume(const std::string& name) {
  run(name);
  launch(name, {"train", "--resume"});
}

void Runs::stop(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto child = children_.find(name);
  if (child == children_.end()) fail_missing("{}: it was not started here", name);
  child->second->stop();
}

}  // namespace rnem::studio
