// The one way the library reports trouble.
//
// Bad input (file, config, flag, request) throws InputError (NotFoundError for a file that is not
// there): one line that names the file or key and what was expected. Anything else that stops the
// work throws Error. A programmer's mistake fails RNEM_CHECK, which stays on in release builds. The
// program catches in main: exit code 2 for InputError, 130 for Interrupted, 1 for the rest.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "rnem/error.h"

namespace rnem {

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw Error(fmt::format(format, std::forward<Args>(args)...));
}

template <class... Args>
[[noreturn]] void fail_input(fmt::format_string<Args...> format, Args&&... args) {
  throw InputError(fmt::format(format, std::forward<Args>(args)...));
}

template <class... Args>
[[noreturn]] void fail_missing(fmt::format_string<Args...> format, Args&&... args) {
  throw NotFoundError(fmt::format(format, std::forward<Args>(args)...));
}

namespace detail {
[[noreturn]] void check_failed(const char* condition, const char* file, int line,
                               const std::string& why);
}  // namespace detail

}  // namespace rnem

// A precondition that only a bug can break.
#define RNEM_CHECK(condition, why)                                         \
  do {                                                                     \
    if (!(condition)) {                                                    \
      ::rnem::detail::check_failed(#condition, __FILE__, __LINE__, (why)); \
    }                                                                      \
  } while (false)
