#include "rnem/cli/common_options.h"

namespace rnem::cli {

CLI::Option* add_split(CLI::App& app, std::string& split) {
  split = kDefaultSplit;
  return app.add_option("--split", split, "which sequences")
      ->type_name("{training,validation,test}")
      ->capture_default_str();
}

CLI::Option* add_seed(CLI::App& app, std::uint64_t& seed, const std::string& what) {
  seed = kDefaultSeed;
  return app.add_option("--seed", seed, "seed of " + what)->type_name("S")->capture_default_str();
}

CLI::Option* add_steps(CLI::App& app, std::int64_t& steps) {
  steps = kDefaultSteps;
  return app.add_option("--steps", steps, "EM steps T; T + 1 frames are read")
      ->check(CLI::Range(1, 100000).description(""))
      ->type_name("T")
      ->capture_default_str();
}

}  // namespace rnem::cli
