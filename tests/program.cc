#include "program.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdlib>

#include "places.h"
#include "rnem/core/atomic_file.h"
#include "temporary_folder.h"

namespace rnem::testing {

Run run_program(const std::string& arguments, const std::string& folder,
                const std::string& variable) {
  TemporaryFolder scratch;
  const std::string out = (scratch / "stdout").string(), err = (scratch / "stderr").string();
  const std::string command = fmt::format("cd '{}' && {{ {} '{}' {}; }} >'{}' 2>'{}'", folder,
                                          variable, program(), arguments, out, err);
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_file(out),
          read_file(err)};
}

}  // namespace rnem::testing
