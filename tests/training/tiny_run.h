// The tiny run's settings as a struct, and what it logged.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "rnem/core/atomic_file.h"
#include "rnem/training/train_config.h"
#include "training/tiny_toml.h"

namespace rnem::testing {

inline training::TrainConfig tiny_config(const std::filesystem::path& folder) {
  training::TrainConfig config;
  read_toml(tiny_toml(folder), "tiny", training::options(config));
  return config;
}

// metrics.jsonl without what depends on the clock
inline std::vector<std::string> metrics(const std::filesystem::path& out) {
  std::vector<std::string> lines;
  std::istringstream text(read_file(out / "metrics.jsonl"));
  for (std::string line; std::getline(text, line);) {
    auto json = nlohmann::ordered_json::parse(line);
    json.erase("time");
    lines.push_back(json.dump());
  }
  return lines;
}

}  // namespace rnem::testing
