// A run that is over in a second: two balls on 12×12 pixels and networks to match.
#pragma once

#include <filesystem>
#include <string>

#include "rnem/core/atomic_file.h"

namespace rnem::testing {

inline constexpr const char* kTinyWorld = R"(
kind = "balls"
counts = [2]
side = 8.0
radii = [1.2]
masses = [1.0]
probabilities = [1.0]
frame_size = 12
)";

// `folder` gets the world's file. 12 updates with validations at 4, 8 and 12.
inline std::string tiny_toml(const std::filesystem::path& folder) {
  write_file(folder / "world.toml", kTinyWorld);
  return "seed = 3\n[data]\ntrain = \"live:" + (folder / "world.toml").string() + "\"\n" + R"(
[training]
batch = 4
steps = 3
max_updates = 12
log_every = 2
valid_every = 4
valid_sequences = 3
valid_steps = 4
checkpoint_every = 3
checkpoint_minutes = 0
threads = 1
[em]
k = 3
[model]
height = 12
width = 12
encoder = ["conv 4x4/2 4 elu", "fc 16 elu"]
decoder = ["fc 6x6x4 relu", "up 4x4 1 sigmoid plain"]
hidden = 12
interaction_hidden = 10
attention_hidden = 6
output_bias = 0.0
)";
}

}  // namespace rnem::testing
