// What the program says about its work, on stderr so that stdout stays data.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <utility>

namespace rnem {

template <class... Args>
void note(fmt::format_string<Args...> format, Args&&... args) {
  fmt::print(stderr, "{}\n", fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace rnem
