// Examples under a command's help.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace rnem::cli {

// Command lines that can be typed as they stand, "rnem info"; a test parses all of them.
void add_examples(CLI::App& app, const std::vector<std::string>& lines);

// Those of a command, read back from its help.
std::vector<std::string> examples_of(const CLI::App& app);

}  // namespace rnem::cli
