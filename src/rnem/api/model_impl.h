// What the public Model is made of.
#pragma once

#include "rnem/model.h"
#include "rnem/model/model_file.h"

namespace rnem {

struct Model::Impl {
  std::string name;  // as it was asked for
  model::ModelFile file;
  const Runtime& runtime;
};

}  // namespace rnem
