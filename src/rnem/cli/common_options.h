// Words that mean the same and have the same default in every command that has them.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

namespace rnem::cli {

inline constexpr const char* kDefaultSplit = "test";
inline constexpr std::uint64_t kDefaultSeed = 1;
inline constexpr std::int64_t kDefaultSteps = 30;

// --split: which sequences of the data are looked at.
CLI::Option* add_split(CLI::App& app, std::string& split);

// --seed: decides everything random; `what` names it.
CLI::Option* add_seed(CLI::App& app, std::uint64_t& seed, const std::string& what);

// --steps: EM steps T, all of them.
CLI::Option* add_steps(CLI::App& app, std::int64_t& steps);

}  // namespace rnem::cli
