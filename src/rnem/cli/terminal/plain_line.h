// A line for the terminal that holds names and values of other people's files.
#pragma once

#include <string>
#include <string_view>

namespace rnem::cli {

// Bytes that would end the line or steer the terminal (escape sequences) become '?'.
std::string plain_line(std::string_view text);

}  // namespace rnem::cli
