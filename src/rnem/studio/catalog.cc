#include "rnem/studio/catalog.h"

#include <algorithm>
#include <set>

#include "rnem/core/error.h"
#include "rnem/model/find_model.h"
#include "rnem/source.h"
#include "rnem/studio/model_facts.h"
#include "rnem/studio/plain_name.h"

namespace rnem::studio {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view kUpload = "upload:", kFile = "file:", kRun = "run:";
constexpr const char* kGame = "invaders84";
constexpr const char* kRecording = "space-invaders";

std::string recording_file() { return model::shipped_model("space-invaders-clip.h5"); }

constexpr const char* kBest = "best.safetensors";

// Names of entries of a folder, in the order of the alphabet.
std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  std::error_code ignored;
  if (folder.empty()) return names;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (is_plain_name(name)) names.insert(name);
  }
  return names;
}

json world_facts(const std::string& name, const std::string& about, const worlds::Shape& shape) {
  return {{"name", name},
          {"about", about},
          {"height", shape.height},
          {"width", shape.width},
          {"objects", shape.max_objects},
          {"actions", shape.actions},
          {"game", name == kGame}};
}

// Uploads keep the name that their file had beside them.
std::string upload_about(const fs::path& file) { return file.stem().string(); }

json about_model(const std::string& name, const fs::path& file) {
  const auto settings = model_facts(file);
  if (!settings || settings->model.has_mask()) return {};  // the page shows zeros and ones
  return {{"name", name},
          {"kind", settings->model.kind},
          {"height", settings->model.height},
          {"width", settings->model.width},
          {"actions", settings->model.actions},
          {"k", settings->em.k},
          {"noise", settings->em.noise},
          {"rule", settings->em.simulation}};
}

}  // namespace

json Catalog::list() const {
  json worlds = json::array(), models = json::array();
  for (const std::string& name : worlds::preset_names()) {
    const auto shape = worlds::make_preset(name)->shape();
    if (shape.levels == 1) worlds.push_back(world_facts(name, worlds::preset_about(name), shape));
  }
  if (const std::string file = recording_file(); !file.empty()) {
    worlds.push_back(world_facts(kRecording, "twelve seconds of the real game, played by a program",
                                 dataset::open_source(file, 1)->shape()));
  }
  for (const std::string& name : names_in(folders_.uploads)) {
    if (!name.ends_with(".h5")) continue;
    try {
      const auto source = dataset::open_source((folders_.uploads / name).string(), 1);
      worlds.push_back(world_facts(std::string(kUpload) + name,
                                   upload_about(folders_.uploads / name), source->shape()));
    } catch (const InputError&) {
      // it was dropped from the folder, or is on its way into it
    }
  }
  const auto add = [&](const std::string& name, const fs::path& file) {
    json facts = about_model(name, file);
    if (!facts.is_null()) models.push_back(std::move(facts));
  };
  for (const std::string& name : model::shipped_names()) add(name, model::shipped_model(name));
  for (const std::string& name : names_in(folders_.models)) {
    if (name.ends_with(".safetensors")) add(std::string(kFile) + name, folders_.models / name);
  }
  for (const std::string& name : names_in(folders_.runs)) {
    add(std::string(kRun) + name, folders_.runs / name / kBest);
  }
  return {{"worlds", std::move(worlds)}, {"models", std::move(models)}};
}

fs::path Catalog::model_file(const std::string& name) const {
  fs::path file;
  if (name.starts_with(kFile) && !folders_.models.empty()) {
    file = inside(folders_.models, name.substr(kFile.size()), "model");
  } else if (name.starts_with(kRun)) {
    file = inside(folders_.runs, name.substr(kRun.size()), "model") / kBest;
  } else if (is_plain_name(name)) {
    file = model::shipped_model(name);
  }
  std::error_code ignored;
  if (file.empty() || !fs::is_regular_file(file, ignored)) fail_missing("no model '{}'", name);
  return file;
}

std::shared_ptr<const Model> Catalog::model(const std::string& name) {
  const fs::path file = model_file(name);
  std::error_code ignored;
  const auto written = fs::last_write_time(file, ignored);
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(loaded_.begin(), loaded_.end(), [&](const Loaded& one) {
    return one.file == file && one.written == written;
  });
  if (found != loaded_.end()) {
    loaded_.splice(loaded_.begin(), loaded_, found);
  } else {
    auto model = std::make_shared<const Model>(Model::load(file.string(), runtime_));
    loaded_.push_front({file, written, std::move(model)});
    if (loaded_.size() > kLoaded) loaded_.pop_back();
  }
  return loaded_.front().model;
}

std::string Catalog::data_name(const std::string& world) const {
  if (world.starts_with(kUpload)) {
    const fs::path file = inside(folders_.uploads, world.substr(kUpload.size()), "world");
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) fail_missing("no upload '{}' any more", world);
    return file.string();
  }
  if (world == kRecording) {
    if (std::string file = recording_file(); !file.empty()) return file;
    fail_missing("no recording of '{}' is part of this build", world);
  }
  worlds::make_preset(world);  // with the nearest name where there is none
  return "live:" + world;
}

std::unique_ptr<Scene> Catalog::scene(const std::string& world, std::uint64_t seed,
                                      std::int64_t sequence) const {
  if (world == kGame) return open_game(seed + static_cast<std::uint64_t>(sequence));
  auto source = dataset::open_source(data_name(world), seed);
  if (source->shape().levels != 1) {
    fail_input("{}: expected a world of zeros and ones, this one is in grey or colour", world);
  }
  return open_scene(std::move(source), sequence);
}

}  // namespace rnem::studio
