// The recipes that are built into the program; cmake/embed.cmake does it.
#pragma once

#include <string_view>

namespace rnem::training {

// configs/balls4-rnem.toml, tuned for the time to a good model on a small machine: what `rnem
// train` does when it is told nothing.
std::string_view default_recipe();

// configs/curtain-rnem.toml, which goes on from a model of four balls.
std::string_view curtain_recipe();

}  // namespace rnem::training
