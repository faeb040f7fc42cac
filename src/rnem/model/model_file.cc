#include "rnem/model/model_file.h"

#include <set>

#include "rnem/core/error.h"
#include "rnem/io/safetensors.h"
#include "rnem/model/find_model.h"

namespace rnem::model {
namespace {

constexpr const char* kFormat = "rnem-model-1";

Settings settings_of(const io::TensorFile& file, const std::string& name) {
  const auto format = file.metadata.find("format");
  const auto text = file.metadata.find("config");
  if (format == file.metadata.end() || format->second != kFormat || text == file.metadata.end()) {
    fail_input("{}: not an rnem model: expected metadata format '{}' and a config", name, kFormat);
  }
  // keys of earlier versions are no one's concern here: the file is as it was written
  Settings settings;
  read_toml(text->second, name + ": config", options(settings));
  check(settings, name + ": config");
  return settings;
}

}  // namespace

void save_model(const std::filesystem::path& path, const Model& model,
                std::map<std::string, std::string> metadata) {
  metadata["format"] = kFormat;
  metadata["config"] = to_toml(model.settings());
  io::write_safetensors(path, {model.parameters().all(), std::move(metadata)});
}

ModelFile load_model(const std::filesystem::path& path_or_name) {
  const std::filesystem::path path = find_model(path_or_name);
  const std::string name = path.string();
  io::TensorFile file = io::read_safetensors(path);
  ModelFile loaded{Model::create(settings_of(file, name), /*seed=*/0), std::move(file.metadata)};
  loaded.metadata["config"] = to_toml(loaded.model->settings());

  const torch::NoGradGuard no_grad;
  std::set<std::string> expected;
  for (const auto& [key, parameter] : loaded.model->parameters().all()) {
    expected.insert(key);
    const Tensor* stored = file.find(key);
    if (stored == nullptr) fail_input("{}: tensor '{}' is missing", name, key);
    if (stored->sizes() != parameter.sizes()) {
      fail_input("{}: tensor '{}': expected shape {}, got {}", name, key,
                 c10::str(parameter.sizes()), c10::str(stored->sizes()));
    }
    if (!stored->isfinite().all().item<bool>()) {
      fail_input("{}: tensor '{}' holds values that are not finite", name, key);
    }
    Tensor(parameter).copy_(*stored);
  }
  for (const auto& [key, tensor] : file.tensors) {
    if (!expected.contains(key)) fail_input("{}: unknown tensor '{}'", name, key);
  }
  return loaded;
}

}  // namespace rnem::model
