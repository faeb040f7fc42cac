// `rnem help`, `rnem help COMMAND`: the page that --help shows.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "rnem/cli/app.h"
#include "rnem/cli/command_names.h"
#include "rnem/cli/examples.h"
#include "rnem/core/error.h"

namespace rnem::cli {

Work setup_help(CLI::App& app) {
  auto words = std::make_shared<std::vector<std::string>>();
  app.add_option("command", *words, "whose help; without it: the list of commands");
  add_examples(app, {"rnem help", "rnem help data make"});
  return [words](Observer&) {
    const Program program = build_program();
    const CLI::App* at = program.app.get();
    for (const auto& word : *words) {
      const CLI::App* next = find_command(*at, word);
      if (next == nullptr) fail_input("{}", unknown_command(*at, {word}));
      at = next;
    }
    fmt::print("{}", help_page(*at));
  };
}

}  // namespace rnem::cli
