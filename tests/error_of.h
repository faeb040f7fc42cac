// What bad input is told.
#pragma once

#include <functional>
#include <string>

#include "rnem/core/error.h"

namespace rnem::testing {

// The InputError's line, or "no error".
inline std::string error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace rnem::testing
