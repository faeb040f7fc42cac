// A reproduction in small files, to be kept with a project.
#pragma once

#include <filesystem>
#include <vector>

#include "rnem/experiments/report.h"

namespace rnem::experiments {

inline constexpr const char* kCommandsFile = "commands.sh";

// Writes into `to`
//   README.md        the report        figures/   charts as SVG, sheets as PNG
//   commands.sh      every part by hand
//   parts/ results/  of parts that are done, without lists that no table or chart needs and with
//   six
//                    digits: copied into an empty folder, they let a reproduction go on there
void publish(const Reproduction& reproduction, const std::vector<Part>& parts,
             const std::vector<Section>& sections, const std::filesystem::path& to);

// The commands that do all parts, in the folder of the reproduction.
std::string commands_script(const std::vector<Part>& parts);

}  // namespace rnem::experiments
