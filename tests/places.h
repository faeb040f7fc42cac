// Where the tree and the program under test are. A file of its own, so that no other compiled test
// depends on the folder it was built in.
#pragma once

#include <string>

namespace rnem::testing {

std::string in_source(const std::string& path);  // "configs/balls4-rnem.toml" -> its whole path
const std::string& program();                    // build/rnem
const std::string& base_library();               // librnem_base.a

}  // namespace rnem::testing
