#include "rnem/core/later_version.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>

#include "rnem/core/version.h"

namespace rnem {
namespace {

// "1.4.0" -> {1, 4, 0}
std::optional<std::array<int, 3>> numbers_of(std::string_view version) {
  std::array<int, 3> numbers = {};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) {
      if (!version.starts_with('.')) return std::nullopt;
      version.remove_prefix(1);
    }
    const auto [end, error] =
        std::from_chars(version.data(), version.data() + version.size(), numbers[i]);
    if (error != std::errc()) return std::nullopt;
    version.remove_prefix(static_cast<std::size_t>(end - version.data()));
  }
  return version.empty() ? std::optional(numbers) : std::nullopt;
}

}  // namespace

bool is_later_version(std::string_view version) {
  const auto numbers = numbers_of(version);
  return numbers.has_value() && *numbers > *numbers_of(kVersion);
}

std::string later_version_note(std::string_view version) {
  if (!is_later_version(version)) return "";
  return fmt::format(" (it was written by rnem {}, this is {})", version, kVersion);
}

}  // namespace rnem
