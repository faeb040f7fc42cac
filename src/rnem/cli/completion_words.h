// What can stand at a place of a command line, made from the table of commands.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace rnem::cli {

// Of one command, or of a group of them.
struct CommandWords {
  std::vector<std::string> path;  // "data", "make"; empty: rnem itself
  struct Flag {
    std::string name;                 // "--split"
    std::string help;                 // one sentence
    std::vector<std::string> values;  // empty: none, or anything
    bool takes_value = false;
  };
  std::vector<Flag> flags;
  // subcommands with their help, or what the first arguments can be
  std::vector<std::pair<std::string, std::string>> arguments;
};

std::vector<CommandWords> completion_words();

}  // namespace rnem::cli
