#include "rnem/core/option_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "rnem/core/error.h"
#include "rnem/core/nearest.h"

namespace rnem {
namespace {

std::string last_part(const std::string& key) { return key.substr(key.rfind('.') + 1); }

// Settings whose last part is that of the key, or that are called so elsewhere.
std::vector<std::string> namesakes(const std::string& key, const OptionTable& table) {
  const std::string name = last_part(key);
  std::vector<std::string> keys;
  for (const auto& option : table) {
    const bool elsewhere =
        std::find(option.elsewhere.begin(), option.elsewhere.end(), name) != option.elsewhere.end();
    if (elsewhere || last_part(option.key) == name) keys.push_back(option.key);
  }
  return keys;
}

}  // namespace

const Option* find_option(const std::string& key, const OptionTable& table) {
  for (const auto& option : table) {
    if (option.key == key) return &option;
    const auto& former = option.former;
    if (std::find(former.begin(), former.end(), key) != former.end()) return &option;
  }
  return nullptr;
}

void fail_unknown_key(const std::string& key, std::string_view source, const OptionTable& table) {
  const auto same = namesakes(key, table);
  if (!same.empty()) {
    fail_input("{}: unknown key '{}' (did you mean '{}'?)", source, key, fmt::join(same, "' or '"));
  }
  // former names are compared as well, and the name of today suggested
  std::vector<std::string> keys, names;
  for (const auto& option : table) {
    keys.push_back(option.key);
    names.push_back(option.key);
    names.insert(names.end(), option.former.begin(), option.former.end());
  }
  const Option* meant = find_option(nearest_name(key, names), table);
  fail_input("{}: unknown key '{}'{}", source, key,
             suggestion(meant != nullptr ? meant->key : key, keys));
}

}  // namespace rnem
