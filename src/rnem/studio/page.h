// The page, which is built into the program: page/ has its files.
#pragma once

#include <string_view>

namespace rnem::studio {

// "index.html", "main.js", ...; empty: no such file. cmake/embed.cmake makes it.
std::string_view page_file(std::string_view name);

}  // namespace rnem::studio
