#include "rnem/cli/former_option.h"

#include <fmt/format.h>

#include <utility>

namespace rnem::cli {

void add_former(CLI::App& app, const std::string& former, CLI::Option* today,
                std::function<std::string(const std::string&)> to_today) {
  const auto read = [former, today, to_today = std::move(to_today)](const std::string& value) {
    if (today->count() > 0) throw CLI::ExcludesError(former, today->get_name());
    fmt::print(stderr, "{} is now called {}\n", former, today->get_name());
    today->add_result(to_today ? to_today(value) : value);
    today->run_callback();
  };
  app.add_option_function<std::string>(former, read)->group("");
}

}  // namespace rnem::cli
