// Where the trained models are that come with the program.
#pragma once

#include <string>

namespace rnem::cli {

// The path of models/NAME beside the source tree's build folder, or share/rnem/models/NAME of an
// installation. Empty when this build came without it.
std::string shipped_model(const std::string& name);

}  // namespace rnem::cli
