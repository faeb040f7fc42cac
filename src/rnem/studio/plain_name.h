// Names that come from outside and become parts of paths.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace rnem::studio {

// Letters, digits, '.', '_' and '-', no '.' in front, 1 to 80 of them: cannot leave a folder.
bool is_plain_name(std::string_view name);

// folder / name; InputError, with what it was to be, for any other name.
std::filesystem::path inside(const std::filesystem::path& folder, std::string_view name,
                             std::string_view what);

}  // namespace rnem::studio
