#include "rnem/io/file_format.h"

#include <charconv>
#include <string_view>

#include "rnem/core/error.h"
#include "rnem/core/version.h"

namespace rnem::io {
namespace {

// "rnem-model-12" -> "rnem-model-" and 12; 0 when no number stands there
struct Format {
  explicit Format(std::string_view text) : name(text.substr(0, text.rfind('-') + 1)) {
    const std::string_view digits = text.substr(name.size());
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
  }
  std::string_view name;
  int number = 0;
};

}  // namespace

void check_format(const TensorFile& file, const std::string& known, const std::string& what,
                  const std::string& name) {
  const auto at = file.metadata.find("format");
  const std::string found = at == file.metadata.end() ? "" : at->second;
  if (found == known) return;
  const Format is(found), expected(known);
  if (is.name == expected.name && is.number > expected.number) {
    const auto version = file.metadata.find("rnem");
    throw LaterFormat(fmt::format(
        "{}: {} of a later version: its format is {}, rnem {} reads {}; it needs rnem {}", name,
        what, found, kVersion, known,
        version == file.metadata.end() ? "of a later version" : version->second + " or later"));
  }
  fail_input("{}: not {}: expected metadata format '{}'", name, what, known);
}

}  // namespace rnem::io
