// A command is a name, a sentence, and a function that declares its flags and returns its work.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string_view>
#include <vector>

#include "rnem/observer.h"

namespace rnem::cli {

// What a command does once its flags are read; the observer is told, and asks to stop.
using Work = std::function<void(Observer& observer)>;

struct Command {
  std::string_view name;  // "train", or "data make" for a command of a group
  std::string_view help;
  Work (*setup)(CLI::App& app);
};

// Every command, in the order `rnem --help` lists them.
const std::vector<Command>& commands();

// Groups such as `rnem data` with their help.
struct Group {
  std::string_view name;
  std::string_view help;
};
const std::vector<Group>& groups();

}  // namespace rnem::cli
