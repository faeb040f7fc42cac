// `rnem data make`: a world becomes a file of sequences.
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <string>

#include "rnem/agents/agent_file.h"
#include "rnem/agents/network_player.h"
#include "rnem/cli/command.h"
#include "rnem/cli/common_options.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/outputs.h"
#include "rnem/core/error.h"
#include "rnem/dataset/generator.h"
#include "rnem/world.h"
#include "rnem/worlds/invaders_world.h"

namespace rnem::cli {
namespace {

struct MakeFlags {
  std::string world, agent, out;
  Outputs outputs;
  dataset::MakeOptions options;
};

constexpr std::int64_t kMostSequences = 100'000'000;
constexpr int kMostFrames = 100'000, kMostThreads = 1024;

std::unique_ptr<worlds::World> played_by(const worlds::World& world, const MakeFlags& flags) {
  auto played =
      worlds::with_player(world, agents::network_players(agents::load_agent(flags.agent)));
  if (!played) fail_input("--agent: only the invaders game has a player, not {}", flags.world);
  return played;
}

}  // namespace

Work setup_data_make(CLI::App& app) {
  auto flags = std::make_shared<MakeFlags>();
  auto& options = flags->options;
  app.add_option("world", flags->world, "preset such as balls4mass64, or a FILE.toml")
      ->required()
      ->type_name("NAME|FILE.toml");
  flags->outputs
      .add_file(app, flags->out, "data file to write; a half-made one never appears", kDataFiles)
      ->required();
  app.add_option("--agent", flags->agent,
                 "trained player of the invaders game; default: the script")
      ->type_name("FILE.safetensors");
  const auto count = [&](const char* name, std::int64_t& place, const char* help) {
    app.add_option(name, place, help)
        ->check(CLI::Range(std::int64_t{0}, kMostSequences).description(""))
        ->type_name("N")
        ->capture_default_str();
  };
  count("--train", options.sequences[0], "training sequences");
  count("--valid", options.sequences[1], "validation sequences");
  count("--test", options.sequences[2], "test sequences");
  app.add_option("--frames", options.frames, "frames of a sequence")
      ->check(CLI::Range(1, kMostFrames).description(""))
      ->type_name("T")
      ->capture_default_str();
  add_seed(app, options.seed, "the sequences; the same one makes the same file");
  app.add_option("--threads", options.threads, "threads that simulate; 0 means one for each core")
      ->check(CLI::Range(0, kMostThreads).description(""))
      ->type_name("J")
      ->capture_default_str();
  add_examples(app, {"rnem data make balls4mass64 --train 1000 --valid 100 --test 100 -o balls.h5",
                     "rnem data make my-world.toml --seed 7 -o mine.h5"});
  return [flags](Observer& observer) {
    flags->outputs.check();
    auto world = worlds::open_world(flags->world);
    flags->options.name = flags->world;
    if (!flags->agent.empty()) {
      world = played_by(*world, *flags);
      flags->options.name += " played by " + flags->agent;
    }
    dataset::make_dataset(*world, flags->options, flags->out, observer);
    fmt::print("{}\n", flags->out);
  };
}

}  // namespace rnem::cli
