// A model with the runtime that it computes with.
#pragma once

#include <memory>
#include <string>

#include "rnem/model.h"
#include "rnem/runtime.h"

namespace rnem::python {

// One for every device and kernels that were asked for; they stay until the process ends.
const Runtime& shared_runtime(const std::string& device, const std::string& kernels);

struct ModelHandle {
  std::string name;  // as it was asked for
  Model model;
};

}  // namespace rnem::python
