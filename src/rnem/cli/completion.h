// Shell completion, made from the table of commands.
#pragma once

#include <string>
#include <vector>

namespace rnem::cli {

const std::vector<std::string>& shells();  // that completion_script knows
std::string completion_script(const std::string& shell);

}  // namespace rnem::cli
