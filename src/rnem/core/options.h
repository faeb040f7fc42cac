// Settings as data: each is a key, a place, a sentence, a range and (in the struct) a default.
//
// A config struct offers one table of its settings; reading TOML, `--set key=value`, writing the
// config back and its documentation all come from that table.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace rnem {

struct Option {
  using Place =
      std::variant<bool*, std::int64_t*, double*, std::string*, std::vector<std::int64_t>*,
                   std::vector<double>*, std::vector<std::string>*>;
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  std::string key;  // dotted: "em.k" is k in table [em]
  Place place;
  std::string help;     // one sentence, with the unit
  double min = -kNone;  // numbers, and every element of a list of numbers
  double max = kNone;
  std::vector<std::string> choices = {};    // strings, and every element of a list; empty means any
  std::vector<std::string> former = {};     // keys it had in earlier versions: still read
  std::vector<std::string> elsewhere = {};  // what other programs call it: leads here when given
  char joined_by = '\0';  // a list of strings that was one string in earlier versions: "a+b"
  bool fixed = true;      // a run keeps its value: it may not be resumed with another one

  Option formerly(std::string old_key) && {
    former.push_back(std::move(old_key));
    return std::move(*this);
  }
  Option called_elsewhere(std::vector<std::string> names) && {
    elsewhere = std::move(names);
    return std::move(*this);
  }
  Option formerly_joined_by(char separator) && {
    joined_by = separator;
    return std::move(*this);
  }
  Option may_change() && {
    fixed = false;
    return std::move(*this);
  }
};

using OptionTable = std::vector<Option>;

// A string setting with a closed set of values.
inline Option one_of(std::string key, std::string* place, std::string help,
                     std::vector<std::string> choices) {
  return {std::move(key), place,         std::move(help),
          -Option::kNone, Option::kNone, std::move(choices)};
}

// Hears, line by line, what is worth knowing about settings that were read all the same: "f.toml:
// model.k is now called em.k". Empty: nobody listens.
using NoteSink = std::function<void(const std::string& line)>;

// Reads TOML into the table's places; keys not named keep their value. Unknown key, wrong type, a
// value out of range or a key beside its former name: InputError "source: key: what was expected".
// Returns the keys that were named, as they are called today.
std::set<std::string> read_toml(std::string_view text, std::string_view source,
                                const OptionTable& table, const NoteSink& notes = {});
std::set<std::string> read_toml_file(const std::filesystem::path& path, const OptionTable& table,
                                     const NoteSink& notes = {});

// One `key=value` from the command line; value in TOML syntax, bare words are strings. Returns the
// key.
std::string set_option(std::string_view assignment, const OptionTable& table,
                       const NoteSink& notes = {});

// TOML that read_toml turns back into the same values, with the help lines as comments on demand.
std::string write_toml(const OptionTable& table, bool with_help = false);

}  // namespace rnem
