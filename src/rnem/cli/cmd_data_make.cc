// `rnem data make`: a world becomes a file of sequences.
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <string>

#include "rnem/cli/command.h"
#include "rnem/dataset/generator.h"
#include "rnem/worlds/world.h"

namespace rnem::cli {
namespace {

struct MakeFlags {
  std::string world, out;
  dataset::MakeOptions options;
};

constexpr std::int64_t kMostSequences = 100'000'000;
constexpr int kMostFrames = 100'000, kMostThreads = 1024;

}  // namespace

std::function<void()> setup_data_make(CLI::App& app) {
  auto flags = std::make_shared<MakeFlags>();
  auto& options = flags->options;
  app.add_option("world", flags->world, "preset such as balls4mass64, or a FILE.toml")
      ->required()
      ->type_name("NAME|FILE.toml");
  app.add_option("-o,--out", flags->out, "data file to write; a half-made one never appears")
      ->required()
      ->type_name("FILE.h5");
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
  app.add_option("--seed", options.seed, "which sequences; the same seed makes the same file")
      ->type_name("S")
      ->capture_default_str();
  app.add_option("--threads", options.threads, "threads that simulate; 0 means one for each core")
      ->check(CLI::Range(0, kMostThreads).description(""))
      ->type_name("J")
      ->capture_default_str();
  return [flags] {
    const auto world = worlds::open_world(flags->world);
    flags->options.name = flags->world;
    dataset::make_dataset(*world, flags->options, flags->out);
    fmt::print("{}\n", flags->out);
  };
}

}  // namespace rnem::cli
