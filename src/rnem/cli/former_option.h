// Options that had another name in earlier versions.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

namespace rnem::cli {

// `--former X` is read as `today` with the value `to_today(X)`, and a note on stderr says what it
// is called now. Help does not show it.
void add_former(CLI::App& app, const std::string& former, CLI::Option* today,
                std::function<std::string(const std::string& value)> to_today = {});

}  // namespace rnem::cli
