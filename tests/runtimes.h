// The runtimes of a test process.
#pragma once

#include "rnem/runtime.h"

namespace rnem::testing {

inline const Runtime& reference_runtime() {
  static const Runtime runtime({.kernels = "reference"});
  return runtime;
}

inline const Runtime& fast_runtime() {
  static const Runtime runtime;
  return runtime;
}

}  // namespace rnem::testing
