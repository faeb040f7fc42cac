#include "rnem/studio/plain_name.h"

#include <algorithm>
#include <cctype>

#include "rnem/core/error.h"

namespace rnem::studio {

bool is_plain_name(std::string_view name) {
  constexpr std::size_t kLongest = 80;
  if (name.empty() || name.size() > kLongest || name.front() == '.' || name.front() == '-') {
    return false;
  }
  return std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-';
  });
}

std::filesystem::path inside(const std::filesystem::path& folder, std::string_view name,
                             std::string_view what) {
  if (!is_plain_name(name)) {
    fail_input("{}: expected letters, digits, '.', '_' and '-', got '{}'", what, name);
  }
  return folder / name;
}

}  // namespace rnem::studio
