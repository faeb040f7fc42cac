// What there is to look at, and with what: worlds, uploads, models by their names.
//
//   worlds   "balls4mass64", a preset; "space-invaders", the recording that ships; "upload:NAME", a
//            file that was dropped on the page
//   models   "balls4", a shipped one; "file:NAME" of the folder of models; "run:NAME", the best of
//   a
//            run
#pragma once

#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>

#include "rnem/model.h"
#include "rnem/runtime.h"
#include "rnem/studio/scene.h"

namespace rnem::studio {

struct Folders {
  std::filesystem::path models;   // empty: shipped ones only
  std::filesystem::path runs;     // of trainings
  std::filesystem::path uploads;  // of this session
};

class Catalog {
 public:
  static constexpr std::size_t kLoaded = 4;  // models that are kept in memory

  Catalog(Folders folders, const Runtime& runtime)
      : folders_(std::move(folders)), runtime_(runtime) {}

  const Folders& folders() const { return folders_; }

  // {"worlds": [{"name", "about", "height", "width", ...}], "models": [{"name", "height", ...}]}
  nlohmann::json list() const;

  // NotFoundError when there is no such thing. The same file is loaded once.
  std::shared_ptr<const Model> model(const std::string& name);
  std::unique_ptr<Scene> scene(const std::string& world, std::uint64_t seed,
                               std::int64_t sequence) const;

  // The file of a model or the data that `world` names, as `rnem train` takes it.
  std::filesystem::path model_file(const std::string& name) const;
  std::string data_name(const std::string& world) const;

 private:
  struct Loaded {
    std::filesystem::path file;
    std::filesystem::file_time_type written;
    std::shared_ptr<const Model> model;
  };

  Folders folders_;
  const Runtime& runtime_;
  std::mutex mutex_;
  std::list<Loaded> loaded_;  // last used first
};

}  // namespace rnem::studio
