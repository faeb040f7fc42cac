#include "rnem/model/model_file.h"

#include <set>

#include "rnem/core/error.h"
#include "rnem/core/later_version.h"
#include "rnem/io/file_format.h"
#include "rnem/model/find_model.h"
#include "rnem/model/memory_need.h"

namespace rnem::model {
namespace {

constexpr const char* kFormat = "rnem-model-1";

Settings settings_of(const io::TensorFile& file, const std::string& name) {
  io::check_format(file, kFormat, "an rnem model", name);
  const auto text = file.metadata.find("config"), version = file.metadata.find("rnem");
  if (text == file.metadata.end()) fail_input("{}: not an rnem model: it has no config", name);
  // keys of earlier versions are no one's concern here: the file is as it was written
  Settings settings;
  try {
    read_toml(text->second, name + ": config", options(settings));
    check(settings, name + ": config");
  } catch (const InputError& error) {
    if (version == file.metadata.end()) throw;
    fail_input("{}{}", error.what(), later_version_note(version->second));
  }
  return settings;
}

// A config of a few bytes may ask for more memory than there is: what is made has to be in the
// file.
void check_size(const ModelConfig& config, const io::TensorFile& file, const std::string& name) {
  double numbers = 0;
  for (const auto& [key, tensor] : file.tensors) numbers += static_cast<double>(tensor.numel());
  const double needed = least_weights(config);
  if (needed > numbers) {
    fail_input("{}: its config is that of a model with {:.0f} weights or more, {:.0f} are there",
               name, needed, numbers);
  }
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
  const Settings settings = settings_of(file, name);
  check_size(settings.model, file, name);
  ModelFile loaded{Model::create(settings, /*seed=*/0), std::move(file.metadata)};
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
