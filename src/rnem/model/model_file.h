// A model file is self-contained: weights, config and history in one safetensors file.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "rnem/model/model.h"

namespace rnem::model {

struct ModelFile {
  std::shared_ptr<Model> model;
  std::map<std::string, std::string> metadata;  // "config" is settings() as TOML, the rest is free
};

// Tensors carry their parameter names. Metadata "config" and "format" are written here.
void save_model(const std::filesystem::path& path, const Model& model,
                std::map<std::string, std::string> metadata);

// A file, a run's folder or a shipped model's name (find_model.h). InputError when a tensor is
// missing, unknown, of another shape or not finite.
ModelFile load_model(const std::filesystem::path& path_or_name);

}  // namespace rnem::model
