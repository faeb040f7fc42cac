// The methods that the paper compares, with the numbers that it publishes for them.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace rnem::experiments {

inline constexpr double kNotPublished = std::numeric_limits<double>::quiet_NaN();

// What a method is asked to do, and with that which tests it takes.
enum class Task {
  kBalls,     // 4 balls; 6 to 8 balls; simulation of both
  kCurtain,   // 3 balls behind a curtain; again over more steps for what happens behind it
  kGame,      // the built-in game
  kShapes,    // still or flying shapes
  kAblation,  // 4 balls
};

struct Method {
  const char* name;   // of configs/paper/NAME.toml
  const char* title;  // in tables and legends
  Task task;
  std::int64_t seeds = 1;  // times it is trained where the command does not say
  bool in_ours = false;    // whether it is trained by our recipe, too
  double published_ari = kNotPublished;
  double published_bce = kNotPublished;
  double published_relational_bce = kNotPublished;
};

inline constexpr const char* kMoreBalls = "balls678mass64";

// Components for 6 to 8 balls, whatever the method was trained with.
inline constexpr std::int64_t kExtrapolationK = 8;

std::span<const Method> methods();  // in the order in which they are worked off
const Method& find_method(std::string_view name);

// The text of configs/paper/NAME.toml; cmake/embed.cmake builds it in.
std::string_view paper_config(std::string_view name);

}  // namespace rnem::experiments
