#include "rnem/cli/outputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/writable.h"

namespace rnem::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStdout = "-";

void check_new_folder(const std::string& path, bool force) {
  check_folder(path);
  std::error_code ignored;
  if (!force && fs::is_directory(path, ignored) && !fs::is_empty(path, ignored)) {
    fail_input("{}: is there already and not empty; --force writes into it", path);
  }
}

void check_new_file(const std::string& path, bool force) {
  check_writable(path);
  std::error_code ignored;
  if (!force && fs::exists(path, ignored)) {
    fail_input("{}: is there already; --force replaces it", path);
  }
}

void check_kind(const std::string& flag, const std::string& path,
                const std::vector<std::string>& kinds) {
  const std::string kind = fs::path(path).extension().string();
  if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) return;
  fail_input("{} {}: {}, expected {}", flag, path,
             kind.empty() ? std::string("has no extension to tell what to write")
                          : fmt::format("cannot write '{}'", kind),
             fmt::join(kinds, ", "));
}

}  // namespace

CLI::Option* Outputs::add_file(CLI::App& app, std::string& path, const std::string& help,
                               const std::vector<std::string>& kinds) {
  return add_other(app, "-o,--out", path, help, kinds);
}

CLI::Option* Outputs::add_folder(CLI::App& app, std::string& path, const std::string& help) {
  places_.push_back({"--out", &path, {}});
  auto* option = app.add_option("-o,--out", path, help)->type_name("FOLDER");
  add_force(app);
  return option;
}

CLI::Option* Outputs::add_json(CLI::App& app, std::string& path) {
  return add_other(app, "--json", path, "also write the numbers to this file; - prints them",
                   {".json"})
      ->type_name("FILE.json");
}

CLI::Option* Outputs::add_other(CLI::App& app, const std::string& flag, std::string& path,
                                const std::string& help, const std::vector<std::string>& kinds) {
  places_.push_back({flag.substr(flag.find("--")), &path, kinds});
  auto* option = app.add_option(flag, path, fmt::format("{}: {}", help, fmt::join(kinds, ", ")))
                     ->type_name("FILE");
  add_force(app);
  return option;
}

void Outputs::add_force(CLI::App& app) {
  if (app.get_option_no_throw("--force") != nullptr) return;
  app.add_flag("--force", force_, "replace what is there");
}

void Outputs::check() const {
  for (const Place& place : places_) {
    const std::string& path = *place.path;
    if (path.empty() || (place.flag == "--json" && path == kStdout)) continue;
    if (place.kinds.empty()) {
      check_new_folder(path, force_);
    } else {
      check_kind(place.flag, path, place.kinds);
      check_new_file(path, force_);
    }
  }
}

void write_json(const std::string& path, const nlohmann::ordered_json& report) {
  if (path == kStdout) {
    fmt::print("{}\n", report.dump(2));
  } else if (!path.empty()) {
    write_file(path, report.dump(2) + "\n");
  }
}

std::FILE* table_stream(const std::string& json) { return json == kStdout ? stderr : stdout; }

}  // namespace rnem::cli
