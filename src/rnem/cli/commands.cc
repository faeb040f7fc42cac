// The table of commands: one line here, one cmd_<name>.cc each.
#include "rnem/cli/command.h"

namespace rnem::cli {

std::function<void()> setup_info(CLI::App& app);
std::function<void()> setup_completion(CLI::App& app);

const std::vector<Group>& groups() {
  static const std::vector<Group> kGroups = {
      {"data", "make, inspect and view datasets"},
  };
  return kGroups;
}

const std::vector<Command>& commands() {
  static const std::vector<Command> kCommands = {
      {"info", "what this build runs on, or what a model file holds", setup_info},
      {"completion", "print the completion script for a shell", setup_completion},
  };
  return kCommands;
}

}  // namespace rnem::cli
