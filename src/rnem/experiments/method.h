// The methods that the paper compares, with the numbers that it publishes for them.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "rnem/experiments/scale.h"
#include "rnem/training/train_config.h"

namespace rnem::experiments {

inline constexpr double kNotPublished = std::numeric_limits<double>::quiet_NaN();

struct Method {
  const char* name;   // of its run, and of configs/paper/NAME.toml
  const char* title;  // in tables and legends
  const char* kind;   // ModelConfig::kind
  std::int64_t k;     // components in training
  const char* world;  // that it is trained on
  double published_ari = kNotPublished;
  double published_bce = kNotPublished;
  double published_relational_bce = kNotPublished;

  bool is_single() const { return k == 1; }
};

inline constexpr const char* kBalls = "balls4mass64";
inline constexpr const char* kMoreBalls = "balls678mass64";
inline constexpr const char* kCurtain = "balls3curtain64";

// Components for 6 to 8 balls, whatever the method was trained with.
inline constexpr std::int64_t kExtrapolationK = 8;

// Lowest loss first, as the paper ranks them.
inline constexpr const char* kPublishedOrder =
    "R-NEM K=8 < R-NEM K=5 ≈ R-NEM no attention < RNN-EM < LSTM < RNN";
inline constexpr const char* kPublishedExtrapolation =
    "R-NEM without attention falls behind R-NEM, the LSTM falls far behind";

std::span<const Method> methods();          // all
std::span<const Method> ball_methods();     // on 4 balls, R-NEM K=5 first
std::span<const Method> curtain_methods();  // behind the curtain, R-NEM first

// The settings of a method's training at a scale. `data` is a file; scales without training
// sequences use the live source of the same world.
training::TrainConfig train_config(const Method& method, const Scale& scale,
                                   const std::string& data);

}  // namespace rnem::experiments
