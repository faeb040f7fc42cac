// Settings as data: each is a key, a place, a sentence, a range and (in the struct) a default.
//
// A config struct offers one table of its settings; reading TOML, `--set key=value`, writing the
// config back and its documentation all come from that table.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rnem {

struct Option {
  using Place =
      std::variant<bool*, std::int64_t*, double*, std::string*, std::vector<std::int64_t>*,
                   std::vector<double>*, std::vector<std::string>*>;
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  std::string key;  // dotted: "model.k" is k in table [model]
  Place place;
  std::string help;     // one sentence, with the unit
  double min = -kNone;  // numbers, and every element of a list of numbers
  double max = kNone;
  std::vector<std::string> choices = {};  // strings; empty means any
};

using OptionTable = std::vector<Option>;

// A string setting with a closed set of values.
inline Option one_of(std::string key, std::string* place, std::string help,
                     std::vector<std::string> choices) {
  return {std::move(key), place,         std::move(help),
          -Option::kNone, Option::kNone, std::move(choices)};
}

// Reads TOML into the table's places; keys not named keep their value. Unknown key, wrong type or
// a value out of range: InputError "source: key: what was expected".
void read_toml(std::string_view text, std::string_view source, const OptionTable& table);
void read_toml_file(const std::filesystem::path& path, const OptionTable& table);

// One `key=value` from the command line; value in TOML syntax, bare words are strings.
void set_option(std::string_view assignment, const OptionTable& table);

// TOML that read_toml turns back into the same values, with the help lines as comments on demand.
std::string write_toml(const OptionTable& table, bool with_help = false);

}  // namespace rnem
