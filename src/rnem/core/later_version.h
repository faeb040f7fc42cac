// Files that a later rnem wrote.
#pragma once

#include <string>
#include <string_view>

namespace rnem {

// Whether "1.4.0" comes after the version of this program. False for what is no version.
bool is_later_version(std::string_view version);

// " (it was written by rnem 1.4.0, this is 0.1.0)" for a later version, else nothing: the end of a
// message about what cannot be read.
std::string later_version_note(std::string_view version);

}  // namespace rnem
