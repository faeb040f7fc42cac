// What models and runs are called in legends.
#pragma once

#include <string>
#include <vector>

namespace rnem::cli {

// The names given, or made of the paths: file names without extension, but the folder's name where
// those are not unique or what every run calls its models ("runs/a/best.safetensors" is "a").
// InputError when their number is wrong.
std::vector<std::string> figure_names(const std::vector<std::string>& given,
                                      const std::vector<std::string>& paths);

}  // namespace rnem::cli
