#include "rnem/cli/app.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "rnem/cli/command_names.h"
#include "rnem/cli/terminal/interrupt.h"
#include "rnem/cli/terminal/plain_line.h"
#include "rnem/cli/terminal/terminal.h"
#include "rnem/core/error.h"
#include "rnem/core/version.h"
#include "rnem/machine/blas_core.h"
#include "rnem/machine/instruction_limit.h"
#include "rnem/runtime/ranks.h"

namespace rnem::cli {
namespace {

constexpr int kFailed = 1, kBadInput = 2;

int report(const char* text, int code) {
  fmt::print(stderr, "rnem: {}\n", plain_line(text));
  return code;
}

// The innermost command that was given: the one an unknown word belongs to.
const CLI::App* innermost(const CLI::App* app) {
  while (!app->get_subcommands().empty()) app = app->get_subcommands().front();
  return app;
}

int usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* at = with_unknown_word(app);
  std::string text = at != nullptr ? unknown_word(*at) : error.what();
  if (at == nullptr) at = innermost(&app);
  for (auto newline = text.find('\n'); newline != std::string::npos; newline = text.find('\n')) {
    text.replace(newline, 1, " ");
  }
  const std::string command = command_path(*at);
  fmt::print(stderr, "{}: {}; see '{} --help'\n", command, text, command);
  return kBadInput;
}

}  // namespace

Program build_program() {
  Program program;
  program.app = std::make_unique<CLI::App>(
      "Object discovery and learned physics from raw video (R-NEM).", "rnem");
  program.app->require_subcommand(1);
  program.app->set_version_flag("--version", std::string("rnem ") + kVersion);
  program.app->failure_message(CLI::FailureMessage::simple);
  std::map<std::string, CLI::App*, std::less<>> group_apps;
  for (const auto& group : groups()) {
    auto* app = program.app->add_subcommand(std::string(group.name), std::string(group.help));
    app->require_subcommand(1);
    group_apps[std::string(group.name)] = app;
  }
  for (const auto& command : commands()) {
    const auto space = command.name.find(' ');
    CLI::App* parent = space == std::string_view::npos
                           ? program.app.get()
                           : group_apps.at(std::string(command.name.substr(0, space)));
    const auto name =
        space == std::string_view::npos ? command.name : command.name.substr(space + 1);
    auto* app = parent->add_subcommand(std::string(name), std::string(command.help));
    program.work[app] = command.setup(*app);
  }
  return program;
}

int run(int argc, char** argv) {
  Program program = build_program();
  try {
    machine::apply_instruction_limit();
    machine::restart_with_fast_blas(argv);
    // after the restart, which would inherit what is blocked; a signal before ends the process,
    // which has done nothing yet
    catch_interrupts();
    program.app->parse(argc, argv);
    Terminal terminal;
    program.work.at(innermost(program.app.get()))(terminal);
    return 0;
  } catch (const CLI::Success& help) {
    return program.app->exit(help);
  } catch (const CLI::ParseError& error) {
    return usage_error(*program.app, error);
  } catch (const Interrupted&) {
    return report("interrupted", kInterruptedCode);
  } catch (const runtime::RankLost& error) {
    report(error.what(), runtime::kLostCode);
    // the engine's threads still wait for the rank that is gone: nothing to wind up with them
    std::fflush(nullptr);
    ::_exit(runtime::kLostCode);
  } catch (const InputError& error) {
    return report(error.what(), kBadInput);
  } catch (const std::bad_alloc&) {
    return report("out of memory", kFailed);
  } catch (const std::exception& error) {
    return report(error.what(), kFailed);
  }
}

}  // namespace rnem::cli
