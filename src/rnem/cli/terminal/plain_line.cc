#include "rnem/cli/terminal/plain_line.h"

#include <algorithm>

namespace rnem::cli {

std::string plain_line(std::string_view text) {
  std::string line(text);
  constexpr unsigned char kDelete = 0x7f;
  std::replace_if(
      line.begin(), line.end(), [](unsigned char byte) { return byte < ' ' || byte == kDelete; },
      '?');
  return line;
}

}  // namespace rnem::cli
