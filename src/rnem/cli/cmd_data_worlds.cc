// `rnem data worlds`: the worlds that have a name.
#include <fmt/format.h>

#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/world.h"

namespace rnem::cli {

Work setup_data_worlds(CLI::App& app) {
  add_examples(app, {"rnem data worlds"});
  return [](Observer&) {
    fmt::print("{:<18}{:<11}{:<9}{}\n", "world", "pixels", "objects", "");
    for (const auto& name : worlds::preset_names()) {
      const worlds::Shape shape = worlds::make_preset(name)->shape();
      fmt::print("{:<18}{:<11}{:<9}{}\n", name, fmt::format("{} x {}", shape.height, shape.width),
                 fmt::format("up to {}", shape.max_objects), worlds::preset_about(name));
    }
    fmt::print(
        "\n--data live:NAME makes sequences while they are needed, 'rnem data make NAME -o "
        "FILE.h5' a file of them;\na world of your own is a TOML file: docs/worlds.md\n");
  };
}

}  // namespace rnem::cli
