// The command line as a whole: builds the tree of commands, runs one, turns errors into exit codes.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "rnem/cli/command.h"

namespace rnem::cli {

struct Program {
  std::unique_ptr<CLI::App> app;
  std::map<const CLI::App*, Work> work;  // by leaf command
};

Program build_program();

// All of main. 0 done, 1 failed, 2 bad usage or input, 130 interrupted.
int run(int argc, char** argv);

}  // namespace rnem::cli
