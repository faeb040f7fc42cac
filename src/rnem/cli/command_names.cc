#include "rnem/cli/command_names.h"

#include <fmt/format.h>

#include "rnem/core/nearest.h"

namespace rnem::cli {
namespace {

std::vector<std::string> names_below(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!sub->get_group().empty()) names.push_back(sub->get_name());
  }
  return names;
}

// The command that is meant by words of which the first is none: "data info" by "dat info", and
// "data make" by "make". Empty when nothing is near.
std::string meant_command(const CLI::App& app, const std::vector<std::string>& words) {
  const std::string near = nearest_name(words.front(), names_below(app));
  if (!near.empty()) {
    const CLI::App& sub = *find_command(app, near);
    const auto below = names_below(sub);
    const std::string next =
        below.empty() || words.size() < 2 ? std::string() : nearest_name(words[1], below);
    return command_path(next.empty() ? sub : *find_command(sub, next));
  }
  for (const auto* group : app.get_subcommands([](const CLI::App*) { return true; })) {
    const auto* sub = find_command(*group, words.front());
    if (sub != nullptr) return command_path(*sub);
  }
  return "";
}

std::string unknown_flag(const CLI::App& app, const std::string& word) {
  if (word == "-o" || word == "--out") {
    return fmt::format("unknown flag '{}' ({})", word,
                       app.get_option_no_throw("--json") == nullptr
                           ? "it prints and writes no file"
                           : "it prints; --json FILE also writes the numbers");
  }
  std::vector<std::string> known;
  for (const auto* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    for (const auto& name : option->get_lnames()) known.push_back("--" + name);
  }
  return fmt::format("unknown flag '{}'{}", word,
                     suggestion(word.substr(0, word.find('=')), known));
}

}  // namespace

std::string command_path(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  return parent == nullptr ? app.get_name() : command_path(*parent) + " " + app.get_name();
}

std::string help_page(const CLI::App& app) {
  return app.help(app.get_parent() == nullptr ? "" : command_path(*app.get_parent()));
}

std::string unknown_command(const CLI::App& app, const std::vector<std::string>& words) {
  const std::string meant = meant_command(app, words);
  return fmt::format("unknown command '{}'{}", words.front(),
                     meant.empty() ? suggestion(words.front(), names_below(app))
                                   : fmt::format(" (did you mean '{}'?)", meant));
}

const CLI::App* find_command(const CLI::App& app, const std::string& name) {
  for (const auto* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (sub->get_name() == name) return sub;
  }
  return nullptr;
}

const CLI::App* with_unknown_word(const CLI::App& app) {
  for (const CLI::App* at = &app; at != nullptr;
       at = at->get_subcommands().empty() ? nullptr : at->get_subcommands().front()) {
    if (!at->remaining().empty()) return at;
  }
  return nullptr;
}

std::string unknown_word(const CLI::App& app) {
  std::vector<std::string> words = app.remaining();
  if (words.front().starts_with("-")) return unknown_flag(app, words.front());
  if (names_below(app).empty()) return fmt::format("unknown argument '{}'", words.front());
  // "dat info": the second word is a command of its own
  for (const auto* next : app.get_subcommands()) words.push_back(next->get_name());
  return unknown_command(app, words);
}

}  // namespace rnem::cli
