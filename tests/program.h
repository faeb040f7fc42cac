// Runs the program as a user would and keeps what it said.
#pragma once

#include <string>

namespace rnem::testing {

struct Run {
  int code = -1;
  std::string out, err;
};

// `arguments` goes through the shell. Runs in `folder` when given, with "NAME=value" set.
Run run_program(const std::string& arguments, const std::string& folder = ".",
                const std::string& variable = "");

}  // namespace rnem::testing
