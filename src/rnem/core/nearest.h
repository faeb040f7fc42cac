// "Did you mean ...?" for unknown commands, flags, config keys and names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rnem {

// The known name with the fewest single-letter edits from `given`; empty when all are far away.
std::string nearest_name(std::string_view given, const std::vector<std::string>& known);

// " (did you mean 'x'?)", or " (known: a, b, c)" when nothing is near.
std::string suggestion(std::string_view given, const std::vector<std::string>& known);

}  // namespace rnem
