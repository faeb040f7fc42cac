// `rnem completion bash|zsh`: the script is made from the command table, so it never lags behind.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <vector>

#include "rnem/cli/app.h"
#include "rnem/cli/command.h"
#include "rnem/cli/completion.h"

namespace rnem::cli {
namespace {

// One `case` line for every command: its subcommands or its flags.
void list_words(CLI::App& app, const std::string& path, std::vector<std::string>& cases) {
  std::vector<std::string> words;
  for (auto* sub : app.get_subcommands([](CLI::App*) { return true; })) {
    words.push_back(sub->get_name());
    list_words(*sub, path + " " + sub->get_name(), cases);
  }
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) words.push_back("--" + name);
  }
  cases.push_back(fmt::format("    '{}') words='{}' ;;", path, fmt::join(words, " ")));
}

std::string bash_script() {
  Program program = build_program();
  std::vector<std::string> cases;
  list_words(*program.app, "rnem", cases);
  return fmt::format(R"(# rnem completion: source <(rnem completion bash)
_rnem() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} path=rnem words= word
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case $word in -*) break ;; esac
    path="$path $word"
  done
  while :; do
    case $path in
{}
    *) path=${{path% *}}; [ "$path" = "${{path% *}}" ] || continue ;;
    esac
    break
  done
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  case $cur in -*) ;; *) COMPREPLY+=($(compgen -f -- "$cur")) ;; esac
}}
complete -o filenames -F _rnem rnem
)",
                     fmt::join(cases, "\n"));
}

}  // namespace

const std::vector<std::string>& shells() {
  static const std::vector<std::string> kShells = {"bash", "zsh"};
  return kShells;
}

std::string completion_script(const std::string& shell) {
  // zsh runs bash completions through its own adapter
  return (shell == "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : "") + bash_script();
}

Work setup_completion(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  app.add_option("shell", *shell, "bash or zsh")->required()->check(CLI::IsMember(shells()));
  return [shell](Observer&) { fmt::print("{}", completion_script(*shell)); };
}

}  // namespace rnem::cli
