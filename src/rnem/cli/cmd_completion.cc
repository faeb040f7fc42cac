// `rnem completion bash|zsh|fish`: made from the table of commands, so it never lags behind.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <vector>

#include "rnem/cli/command.h"
#include "rnem/cli/completion.h"
#include "rnem/cli/completion_words.h"
#include "rnem/cli/examples.h"

namespace rnem::cli {
namespace {

// A function for bash and zsh: _rnem_words "rnem eval" --split prints what can follow the flag, and
// _rnem_words "rnem eval" "" what else there is; it fails where there is no such command.
std::string words_function() {
  std::string cases;
  const auto add = [&](const std::string& path, const std::string& flag,
                       const std::vector<std::string>& words) {
    cases += fmt::format("    '{}|{}') echo '{}' ;;\n", path, flag, fmt::join(words, " "));
  };
  for (const CommandWords& command : completion_words()) {
    std::string path = "rnem";
    for (const auto& name : command.path) path += " " + name;
    std::vector<std::string> words;
    for (const auto& [word, help] : command.arguments) words.push_back(word);
    for (const auto& flag : command.flags) {
      words.push_back(flag.name);
      if (!flag.values.empty()) add(path, flag.name, flag.values);
    }
    add(path, "", words);
  }
  return "_rnem_words() {\n  case \"$1|$2\" in\n" + cases + "    *) return 1 ;;\n  esac\n}\n";
}

// bash breaks words at = and :, and wants what comes after them.
constexpr const char* kBash = R"(_rnem() {
  local line=${COMP_LINE:0:COMP_POINT} where=rnem flag= word words prefix
  local cur=${line##* }
  local -a typed
  read -ra typed <<< "${line% *}"
  for word in "${typed[@]:1}"; do
    case $word in
      -*) flag=$word; continue ;;
      *) [ -z "$flag" ] && _rnem_words "$where $word" '' > /dev/null && where="$where $word" ;;
    esac
    flag=
  done
  case $cur in --*=*) flag=${cur%%=*}; cur=${cur#*=} ;; esac
  words=$(_rnem_words "$where" "$flag") || words=$(_rnem_words "$where" '')
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  case $cur in
    -*) ;;
    *[=:]*)
      prefix=${cur%"${cur##*[=:]}"}
      COMPREPLY=("${COMPREPLY[@]#"$prefix"}") ;;
    *) COMPREPLY+=($(compgen -f -- "$cur")) ;;
  esac
  case ${COMPREPLY[0]} in *=) compopt -o nospace 2> /dev/null ;; esac
}
complete -o filenames -F _rnem rnem
)";

constexpr const char* kZsh = R"(_rnem() {
  local where=rnem flag= word
  local -a found
  for word in "${words[@]:1:$((CURRENT - 2))}"; do
    case $word in
      -*) flag=$word; continue ;;
      *) [ -z "$flag" ] && _rnem_words "$where $word" '' > /dev/null && where="$where $word" ;;
    esac
    flag=
  done
  found=(${=$(_rnem_words "$where" "$flag" || _rnem_words "$where" '')})
  compadd -S '' -- ${(M)found:#*=}
  compadd -- ${found:#*=}
  _files
}
compdef _rnem rnem
)";

std::string fish_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += (c == '\'' || c == '\\' ? "\\" : "") + std::string(1, c);
  return quoted + "'";
}

// fish has a line for every word, and shows the help beside it.
std::string fish_script() {
  std::string script = "# rnem completion: rnem completion fish | source\n";
  for (const CommandWords& command : completion_words()) {
    std::vector<std::string> seen;
    for (const auto& name : command.path) seen.push_back("__fish_seen_subcommand_from " + name);
    const std::string start =
        fmt::format("complete -c rnem -n {}",
                    fish_quoted(seen.empty() ? "__fish_use_subcommand"
                                             : fmt::format("{}", fmt::join(seen, "; and "))));
    for (const auto& [word, help] : command.arguments) {
      script += fmt::format("{} -a {} -d {}\n", start, word, fish_quoted(help));
    }
    for (const auto& flag : command.flags) {
      script += fmt::format(
          "{} -l {}{}{} -d {}\n", start, flag.name.substr(2), flag.takes_value ? " -r" : "",
          flag.values.empty()
              ? std::string()
              : fmt::format(" -a {}", fish_quoted(fmt::format("{}", fmt::join(flag.values, " ")))),
          fish_quoted(flag.help));
    }
  }
  return script;
}

}  // namespace

const std::vector<std::string>& shells() {
  static const std::vector<std::string> kShells = {"bash", "zsh", "fish"};
  return kShells;
}

std::string completion_script(const std::string& shell) {
  if (shell == "fish") return fish_script();
  return fmt::format("# rnem completion: source <(rnem completion {})\n", shell) +
         words_function() + (shell == "zsh" ? kZsh : kBash);
}

Work setup_completion(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  app.add_option("shell", *shell, "which one")->required()->check(CLI::IsMember(shells()));
  add_examples(app, {"rnem completion bash", "rnem completion fish"});
  return [shell](Observer&) { fmt::print("{}", completion_script(*shell)); };
}

}  // namespace rnem::cli
