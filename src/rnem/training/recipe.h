// What `rnem train` does when it is told nothing.
#pragma once

#include <string_view>

namespace rnem::training {

// configs/balls4-rnem.toml, tuned for the time to a good model on a small machine;
// cmake/embed.cmake builds it into the program.
std::string_view default_recipe();

}  // namespace rnem::training
