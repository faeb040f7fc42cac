// What commands are called, and which one was probably meant.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace rnem::cli {

// "rnem data make"
std::string command_path(const CLI::App& app);

// What --help shows for it.
std::string help_page(const CLI::App& app);

// The command of that name below `app`; nullptr when there is none.
const CLI::App* find_command(const CLI::App& app, const std::string& name);

// "unknown command 'dat' (did you mean 'rnem data info'?)", of words that stand after `app`.
std::string unknown_command(const CLI::App& app, const std::vector<std::string>& words);

// After parsing: the first command on the way down that has a word which it cannot read; nullptr
// when there is none.
const CLI::App* with_unknown_word(const CLI::App& app);
// What it says of that word, be it a flag, an argument or a command.
std::string unknown_word(const CLI::App& app);

}  // namespace rnem::cli
