// `rnem data info`: what a data file or a live source holds.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rnem/cli/command.h"
#include "rnem/cli/common_options.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/outputs.h"
#include "rnem/core/task.h"
#include "rnem/dataset/file_description.h"
#include "rnem/dataset/layout.h"
#include "rnem/dataset/oddities.h"
#include "rnem/dataset/plan.h"
#include "rnem/dataset/statistics.h"
#include "rnem/dataset/video_source.h"
#include "rnem/world.h"

namespace rnem::cli {
namespace {

using dataset::Split;
using Json = nlohmann::ordered_json;

struct InfoFlags {
  std::string source;
  std::uint64_t seed = kDefaultSeed;
  std::int64_t sample = 200;
  Outputs outputs;
  std::string json;
};

// The whole answer as JSON; the text for people is made from it, so the two never differ.
Json statistics_json(const dataset::Statistics& statistics) {
  Json json = {{"sequences", statistics.sequences},
               {"frames", statistics.frames},
               {"on_pixels", statistics.on_pixels},
               {"changed_pixels", statistics.changed_pixels},
               {"objects", {statistics.fewest_objects, statistics.most_objects}}};
  if (statistics.collision_frames) json["collision_frames"] = *statistics.collision_frames;
  if (statistics.collision_pixels) json["collision_pixels"] = *statistics.collision_pixels;
  return json;
}

Json file_json(const dataset::FileDescription& file) {
  Json json = {{"bytes", file.bytes}, {"made_from", nullptr}, {"splits", Json::object()}};
  if (file.world) {
    json["made_from"] = {{"name", file.world_name.value_or("")},
                         {"seed", file.seed.value_or(0)},
                         {"rnem_version", file.rnem_version.value_or("")},
                         {"world", *file.world}};
  } else if (file.world_name) {
    json["made_from"] = {{"name", *file.world_name}};
  }
  for (const auto& split : file.splits) {
    Json& arrays = json["splits"][dataset::split_name(split.split)]["datasets"];
    for (const auto& array : split.arrays) {
      arrays[array.name] = {{"shape", array.axes},
                            {"type", array.type},
                            {"chunk", array.chunk},
                            {"stored_bytes", array.stored_bytes}};
    }
  }
  return json;
}

Json describe(const InfoFlags& flags, Observer& observer) {
  const auto source = dataset::open_source(flags.source, flags.seed);
  const bool live = source->frames() == dataset::kAnyLength;
  Json json = {{"source", flags.source}, {"live", live}};
  const auto shape = source->shape();
  json["height"] = shape.height;
  json["width"] = shape.width;
  json["max_objects"] = shape.max_objects;
  json["actions"] = shape.actions;
  json["pixels_per_unit"] = shape.pixels_per_unit;
  if (live) {
    const auto world = worlds::open_world(flags.source.substr(flags.source.find(':') + 1));
    json["made_from"] = {{"seed", flags.seed}, {"world", world->to_toml()}};
    // splits of a live source differ in nothing but their random streams
    const auto seen =
        dataset::measure(*source, Split::kTraining, flags.sample, dataset::kLiveFrames, observer);
    json["splits"]["training"]["statistics"] = statistics_json(seen);
    return json;
  }
  // videos are no file of ours that there would be more to say about
  const bool videos = flags.source.starts_with(dataset::kVideoPrefix);
  json.update(videos ? Json{{"made_from", nullptr}}
                     : file_json(dataset::describe_file(flags.source)));
  std::map<Split, dataset::Statistics> all;
  for (const Split split : dataset::kSplits) {
    if (source->size(split) == 0) continue;
    const auto& seen = all[split] =
        dataset::measure(*source, split, flags.sample, dataset::kLiveFrames, observer);
    Json& part = json["splits"][dataset::split_name(split)];
    part["sequences"] = source->size(split);
    part["statistics"] = statistics_json(seen);
  }
  json["odd"] = dataset::oddities(*source, all);
  return json;
}

void print_statistics(const Json& seen) {
  fmt::print("    looked at          {} sequences of {} frames\n", seen["sequences"].get<int>(),
             seen["frames"].get<int>());
  fmt::print("    on-pixels          {:.1f} a frame\n", seen["on_pixels"].get<double>());
  fmt::print("    changed pixels     {:.1f} a frame\n", seen["changed_pixels"].get<double>());
  const int fewest = seen["objects"][0].get<int>(), most = seen["objects"][1].get<int>();
  if (most > 0) {
    fmt::print("    objects            {}\n",
               fewest == most ? fmt::format("{}", most) : fmt::format("{} to {}", fewest, most));
  }
  if (!seen.contains("collision_frames")) return;
  fmt::print("    collisions         {:.1f} % of frames, {:.1f} % of on-pixels\n",
             100 * seen["collision_frames"].get<double>(),
             100 * seen["collision_pixels"].get<double>());
}

void print_text(const Json& json) {
  fmt::print("{}\n", json["source"].get<std::string>());
  fmt::print("  frames               {} x {} pixels\n", json["height"].get<int>(),
             json["width"].get<int>());
  if (json["actions"].get<int>() > 0) {
    fmt::print("  actions              {}\n", json["actions"].get<int>());
  }
  if (json.contains("bytes")) {
    fmt::print("  size                 {}\n",
               dataset::format_bytes(json["bytes"].get<std::int64_t>()));
  }
  for (const auto& [name, split] : json["splits"].items()) {
    const bool stored = split.contains("sequences");
    fmt::print("  {}{}\n", name,
               stored ? fmt::format(": {} sequences", split["sequences"].get<std::int64_t>())
                      : std::string(json["live"].get<bool>() ? ": endless" : ": empty"));
    const Json arrays = split.value("datasets", Json::object());
    for (const auto& [array, about] : arrays.items()) {
      fmt::print("    {:<18} {:<8} {}  {}\n", array, about["type"].get<std::string>(),
                 dataset::format_axes(about["shape"].get<std::vector<std::int64_t>>()),
                 dataset::format_bytes(about["stored_bytes"].get<std::int64_t>()));
    }
    if (split.contains("statistics")) print_statistics(split["statistics"]);
  }
  for (const auto& line : json.value("odd", Json::array())) {
    fmt::print("  odd: {}\n", line.get<std::string>());
  }
  if (json["made_from"].is_null()) return;
  const Json& origin = json["made_from"];
  if (!origin.contains("world")) {
    fmt::print("  made from            {}\n", origin["name"].get<std::string>());
    return;
  }
  fmt::print(
      "  made from            {}seed {}{}\n",
      origin.contains("name") ? origin["name"].get<std::string>() + ", " : "",
      origin["seed"].get<std::uint64_t>(),
      origin.contains("rnem_version") ? ", rnem " + origin["rnem_version"].get<std::string>() : "");
  const auto world = origin["world"].get<std::string>();
  for (std::size_t at = 0; at < world.size();) {
    const std::size_t end = std::min(world.find('\n', at), world.size());
    fmt::print("    {}\n", world.substr(at, end - at));
    at = end + 1;
  }
}

}  // namespace

Work setup_data_info(CLI::App& app) {
  auto flags = std::make_shared<InfoFlags>();
  app.add_option("source", flags->source, "data file, live:NAME or video:FOLDER")
      ->required()
      ->type_name("FILE.h5|live:NAME");
  app.add_option("--sample", flags->sample, "sequences of each split to look at")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100'000'000}).description(""))
      ->type_name("N")
      ->capture_default_str();
  add_seed(app, flags->seed, "a live source");
  // --json alone was a flag that printed
  const CLI::Option* json = flags->outputs.add_json(app, flags->json)->expected(0, 1);
  add_examples(app, {"rnem data info live:balls4mass64", "rnem data info mine.h5 --json -"});
  return [flags, json](Observer& observer) {
    if (json->count() > 0 && flags->json.empty()) {
      note(observer, "--json alone is now written --json -");
      flags->json = "-";
    }
    flags->outputs.check();
    const Json found = describe(*flags, observer);
    if (flags->json != "-") print_text(found);
    write_json(flags->json, found);
  };
}

}  // namespace rnem::cli
