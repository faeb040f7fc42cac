// Numbers that another command wrote as JSON.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>

namespace rnem::cli {

// The report at `path`, with all of `keys`. InputError says that it is not what `command` writes.
nlohmann::ordered_json read_report(const std::string& path, const char* command,
                                   std::initializer_list<const char*> keys);

}  // namespace rnem::cli
