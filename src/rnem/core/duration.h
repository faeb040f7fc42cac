// Times as people say them.
#pragma once

#include <string>

namespace rnem {

std::string format_duration(double seconds);  // "1 h 02 min", "3 min 07 s", "4.2 s"

}  // namespace rnem
