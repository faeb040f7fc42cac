// Every command of the program, for tests that look at all of them.
#pragma once

#include <string>
#include <vector>

#include "rnem/cli/app.h"
#include "rnem/cli/command_names.h"

namespace rnem::testing {

// Those that people see and that do something: no groups.
inline void add_leaves(const CLI::App& app, std::vector<const CLI::App*>& leaves) {
  const auto below = app.get_subcommands([](const CLI::App*) { return true; });
  if (below.empty() && !app.get_group().empty()) leaves.push_back(&app);
  for (const auto* sub : below) add_leaves(*sub, leaves);
}

inline std::vector<const CLI::App*> all_commands(const cli::Program& program) {
  std::vector<const CLI::App*> leaves;
  add_leaves(*program.app, leaves);
  return leaves;
}

// "" when the line can be read, else what is wrong. Nothing is done.
inline std::string parse_error(const std::string& line) {
  const cli::Program program = cli::build_program();
  try {
    program.app->parse(line.substr(line.find(' ') + 1));
    return "";
  } catch (const CLI::ParseError& error) {
    return error.what();
  }
}

}  // namespace rnem::testing
