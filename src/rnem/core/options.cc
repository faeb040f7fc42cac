#include "rnem/core/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/nearest.h"

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

double in_range(double value, const Where& where) {
  const Option& option = where.option;
  if (!(value >= option.min && value <= option.max)) {
    where.expected(fmt::format("{}, got {}", range_text(option), value));
  }
  return value;
}

void assign(const toml::node& node, bool& place, const Where& where) {
  const auto value = node.value_exact<bool>();
  if (!value) where.expected("true or false");
  place = *value;
}

void assign(const toml::node& node, std::int64_t& place, const Where& where) {
  const auto value = node.value_exact<std::int64_t>();
  if (!value) where.expected("a whole number");
  in_range(static_cast<double>(*value), where);
  place = *value;
}

void assign(const toml::node& node, double& place, const Where& where) {
  const auto value = node.value<double>();
  if (!value || node.is_boolean()) where.expected(range_text(where.option));
  place = in_range(*value, where);
}

void assign(const toml::node& node, std::string& place, const Where& where) {
  const auto value = node.value_exact<std::string>();
  if (!value) where.expected("a string in quotes");
  const auto& choices = where.option.choices;
  if (!choices.empty() && std::find(choices.begin(), choices.end(), *value) == choices.end()) {
    where.expected(fmt::format(
        "{}, got '{}'{}", range_text(where.option), *value,
        nearest_name(*value, choices).empty() ? std::string() : suggestion(*value, choices)));
  }
  place = *value;
}

template <class T>
void assign(const toml::node& node, std::vector<T>& place, const Where& where) {
  const toml::array* array = node.as_array();
  if (array == nullptr) where.expected("a list in [ ]");
  std::vector<T> values(array->size());
  for (std::size_t i = 0; i < values.size(); ++i) assign(*array->get(i), values[i], where);
  place = std::move(values);
}

void assign_option(const toml::node& node, std::string_view source, const Option& option) {
  std::visit([&](auto* place) { assign(node, *place, {source, option}); }, option.place);
}

std::vector<std::string> keys_of(const OptionTable& table) {
  std::vector<std::string> keys;
  for (const auto& option : table) keys.push_back(option.key);
  return keys;
}

const Option& find_option(const std::string& key, std::string_view source,
                          const OptionTable& table) {
  for (const auto& option : table) {
    if (option.key == key) return option;
  }
  fail_input("{}: unknown key '{}'{}", source, key, suggestion(key, keys_of(table)));
}

bool is_section(const std::string& key, const OptionTable& table) {
  for (const auto& option : table) {
    if (option.key.starts_with(key + ".")) return true;
  }
  return false;
}

void read_table(const toml::table& toml, const std::string& prefix, std::string_view source,
                const OptionTable& table) {
  for (const auto& [name, node] : toml) {
    const std::string key = prefix + std::string(name.str());
    const toml::table* section = node.as_table();
    if (section != nullptr && is_section(key, table)) {
      read_table(*section, key + ".", source, table);
    } else {
      assign_option(node, source, find_option(key, source, table));
    }
  }
}

toml::table parse(std::string_view text, std::string_view source) {
  try {
    return toml::parse(text, source);
  } catch (const toml::parse_error& error) {
    fail_input("{}: line {}: {}", source, error.source().begin.line, error.description());
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

}  // namespace

void read_toml(std::string_view text, std::string_view source, const OptionTable& table) {
  read_table(parse(text, source), "", source, table);
}

void read_toml_file(const std::filesystem::path& path, const OptionTable& table) {
  read_toml(read_file(path), path.string(), table);
}

void set_option(std::string_view assignment, const OptionTable& table) {
  constexpr std::string_view kSource = "--set";
  const auto equals = assignment.find('=');
  if (equals == std::string_view::npos) {
    fail_input("--set {}: expected key=value", assignment);
  }
  const Option& option = find_option(std::string(assignment.substr(0, equals)), kSource, table);
  std::string value(assignment.substr(equals + 1));
  if (std::holds_alternative<std::string*>(option.place) && !value.starts_with('"')) {
    value = show(value);
  }
  const toml::table parsed = parse("value = " + value, fmt::format("{} {}", kSource, assignment));
  assign_option(*parsed.get("value"), kSource, option);
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
