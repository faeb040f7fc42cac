// The one way the library reports trouble.
//
// Bad input (file, config, flag, request) throws InputError: one line that names the file or key
// and what was expected. Anything else that stops the work throws Error. A programmer's mistake
// fails RNEM_CHECK, which stays on in release builds. Only main catches.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace rnem {

// The work could not be done: full disk, divergence, a failed system call. Exit code 1.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The user gave something that cannot be used. Exit code 2.
class InputError : public Error {
 public:
  using Error::Error;
};

// The user pressed Ctrl-C or the system asked to stop. Exit code 130.
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted") {}
};

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw Error(fmt::format(format, std::forward<Args>(args)...));
}

template <class... Args>
[[noreturn]] void fail_input(fmt::format_string<Args...> format, Args&&... args) {
  throw InputError(fmt::format(format, std::forward<Args>(args)...));
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
