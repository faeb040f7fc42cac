// The tiny run's settings as a struct.
#pragma once

#include <filesystem>

#include "rnem/training/train_config.h"
#include "training/tiny_toml.h"

namespace rnem::testing {

inline training::TrainConfig tiny_config(const std::filesystem::path& folder) {
  training::TrainConfig config;
  read_toml(tiny_toml(folder), "tiny", training::options(config));
  return config;
}

}  // namespace rnem::testing
