// The table of commands: one line here, one cmd_<name>.cc each.
#include "rnem/cli/command.h"

namespace rnem::cli {

std::function<void()> setup_info(CLI::App& app);
std::function<void()> setup_data_make(CLI::App& app);
std::function<void()> setup_data_info(CLI::App& app);
std::function<void()> setup_train(CLI::App& app);
std::function<void()> setup_trace(CLI::App& app);
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
      {"data make", "simulate a world and write its sequences to a file", setup_data_make},
      {"data info", "what a data file or a live source holds", setup_data_info},
      {"train", "train a model, or go on with a run that was stopped", setup_train},
      {"trace", "write everything a model computes to an HDF5 file", setup_trace},
      {"completion", "print the completion script for a shell", setup_completion},
  };
  return kCommands;
}

}  // namespace rnem::cli
