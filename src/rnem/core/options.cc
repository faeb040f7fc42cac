#include "rnem/core/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/nearest.h"
#include "rnem/core/option_names.h"

namespace rnem {
namespace {

struct Where {
  std::string_view source;
  const Option& option;

  [[noreturn]] void expected(const std::string& what) const {
    fail_input("{}: {}: expected {}", source, option.key, what);
  }
};

std::string range_text(const Option& option) {
  if (!option.choices.empty()) return fmt::format("one of {}", fmt::join(option.choices, ", "));
  const bool low = std::isfinite(option.min), high = std::isfinite(option.max);
  if (low && high) return fmt::format("a number from {} to {}", option.min, option.max);
  if (low) return fmt::format("a number of at least {}", option.min);
  if (high) return fmt::format("a number of at most {}", option.max);
  return "a number";
}

std::string kind_text(const Option& option) {
  if (std::holds_alternative<bool*>(option.place)) return "true or false";
  if (std::holds_alternative<std::int64_t*>(option.place) ||
      std::holds_alternative<double*>(option.place)) {
    return range_text(option);
  }
  return std::holds_alternative<std::string*>(option.place) ? "a string in quotes"
                                                            : "a list in [ ]";
}

double in_range(double value, const Where& where) {
  const Option& option = where.option;
  if (!(value >= option.min && value <= option.max)) {
    where.expected(fmt::format("{}, got {}", range_text(option), value));
  }
  return value;
}

void store(const toml::node& node, bool& place, const Where& where) {
  const auto value = node.value_exact<bool>();
  if (!value) where.expected(kind_text(where.option));
  place = *value;
}

void store(const toml::node& node, std::int64_t& place, const Where& where) {
  const auto value = node.value_exact<std::int64_t>();
  if (!value) where.expected("a whole number");
  in_range(static_cast<double>(*value), where);
  place = *value;
}

void store(const toml::node& node, double& place, const Where& where) {
  const auto value = node.value<double>();
  if (!value || node.is_boolean()) where.expected(range_text(where.option));
  place = in_range(*value, where);
}

void store(const toml::node& node, std::string& place, const Where& where) {
  const auto value = node.value_exact<std::string>();
  if (!value) where.expected(kind_text(where.option));
  const auto& choices = where.option.choices;
  if (!choices.empty() && std::find(choices.begin(), choices.end(), *value) == choices.end()) {
    where.expected(fmt::format(
        "{}, got '{}'{}", range_text(where.option), *value,
        nearest_name(*value, choices).empty() ? std::string() : suggestion(*value, choices)));
  }
  place = *value;
}

template <class T>
void store(const toml::node& node, std::vector<T>& place, const Where& where) {
  const toml::array* array = node.as_array();
  if (array == nullptr) where.expected(kind_text(where.option));
  std::vector<T> values(array->size());
  for (std::size_t i = 0; i < values.size(); ++i) store(*array->get(i), values[i], where);
  place = std::move(values);
}

toml::table parse(std::string_view text, std::string_view source) {
  try {
    return toml::parse(text, source);
  } catch (const toml::parse_error& error) {
    fail_input("{}: line {}: {}", source, error.source().begin.line, error.description());
  }
}

// A table of one "value"; words that are none: what was expected of the option.
toml::table parse_value(const std::string& text, const Where& where) {
  try {
    return toml::parse("value = " + text);
  } catch (const toml::parse_error&) {
    where.expected(fmt::format("{}, got {}", kind_text(where.option), text));
  }
}

std::string show(bool value) { return value ? "true" : "false"; }
std::string show(std::int64_t value) { return std::to_string(value); }
std::string show(double value) {
  // TOML tells floats from integers by the point
  std::string text = fmt::format("{}", value);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}
std::string show(const std::string& value) {
  std::string text = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c == '\n' ? ' ' : c;
  }
  return text + "\"";
}
template <class T>
std::string show(const std::vector<T>& values) {
  std::vector<std::string> parts;
  parts.reserve(values.size());
  for (const auto& value : values) parts.push_back(show(value));
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (auto end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.emplace_back(text);
  return parts;
}

// Reads nodes into a table's places, and says where names and forms of earlier versions are used.
class Reader {
 public:
  Reader(std::string_view source, const OptionTable& table, const NoteSink& notes)
      : source_(source), table_(table), notes_(notes) {}

  const Option& find(const std::string& key) {
    const Option* option = find_option(key, table_);
    if (option == nullptr) fail_unknown_key(key, source_, table_);
    if (!given_.insert(option).second) {
      fail_input("{}: {}: expected once, it is given by its former name as well", source_,
                 option->key);
    }
    if (option->key != key) say(fmt::format("{} is now called {}", key, option->key));
    return *option;
  }

  void assign(const toml::node& node, const Option& option) {
    const auto joined = node.value_exact<std::string>();
    if (option.joined_by != '\0' && joined) {
      const std::vector<std::string> parts = split(*joined, option.joined_by);
      say(fmt::format("{} is now a list: {}", option.key, show(parts)));
      toml::array list;
      for (const auto& part : parts) list.push_back(part);
      assign(list, option);
      return;
    }
    std::visit([&](auto* place) { store(node, *place, {source_, option}); }, option.place);
  }

  void read(const toml::table& toml, const std::string& prefix) {
    for (const auto& [name, node] : toml) {
      const std::string key = prefix + std::string(name.str());
      const toml::table* section = node.as_table();
      if (section != nullptr && is_section(key)) {
        read(*section, key + ".");
      } else {
        assign(node, find(key));
      }
    }
  }

  std::set<std::string> given() const {
    std::set<std::string> keys;
    for (const Option* option : given_) keys.insert(option->key);
    return keys;
  }

 private:
  void say(const std::string& what) const {
    if (notes_) notes_(fmt::format("{}: {}", source_, what));
  }

  bool is_section(const std::string& key) const {
    const auto inside = [&](const std::string& name) { return name.starts_with(key + "."); };
    return std::any_of(table_.begin(), table_.end(), [&](const Option& option) {
      return inside(option.key) || std::any_of(option.former.begin(), option.former.end(), inside);
    });
  }

  std::string_view source_;
  const OptionTable& table_;
  const NoteSink& notes_;
  std::set<const Option*> given_;
};

}  // namespace

std::set<std::string> read_toml(std::string_view text, std::string_view source,
                                const OptionTable& table, const NoteSink& notes) {
  Reader reader(source, table, notes);
  reader.read(parse(text, source), "");
  return reader.given();
}

std::set<std::string> read_toml_file(const std::filesystem::path& path, const OptionTable& table,
                                     const NoteSink& notes) {
  return read_toml(read_file(path), path.string(), table, notes);
}

std::string set_option(std::string_view assignment, const OptionTable& table,
                       const NoteSink& notes) {
  constexpr std::string_view kSource = "--set";
  const auto equals = assignment.find('=');
  if (equals == std::string_view::npos) {
    fail_input("--set {}: expected key=value", assignment);
  }
  Reader reader(kSource, table, notes);
  const Option& option = reader.find(std::string(assignment.substr(0, equals)));
  std::string value(assignment.substr(equals + 1));
  const bool words = std::holds_alternative<std::string*>(option.place) ||
                     (option.joined_by != '\0' && !value.starts_with('['));
  if (words && !value.starts_with('"')) value = show(value);
  reader.assign(*parse_value(value, {kSource, option}).get("value"), option);
  return option.key;
}

std::string write_toml(const OptionTable& table, bool with_help) {
  // top-level keys first, then one section after another, each in table order
  std::vector<std::string> sections{""};
  std::map<std::string, std::string> body;
  for (const auto& option : table) {
    const auto dot = option.key.rfind('.');
    const std::string section = dot == std::string::npos ? "" : option.key.substr(0, dot);
    const std::string name = dot == std::string::npos ? option.key : option.key.substr(dot + 1);
    if (std::find(sections.begin(), sections.end(), section) == sections.end()) {
      sections.push_back(section);
    }
    if (with_help) body[section] += "# " + option.help + "\n";
    body[section] +=
        name + " = " + std::visit([](auto* place) { return show(*place); }, option.place) + "\n";
  }
  std::string text = body[""];
  for (const auto& section : sections) {
    if (!section.empty()) text += fmt::format("\n[{}]\n{}", section, body[section]);
  }
  return text;
}

}  // namespace rnem
