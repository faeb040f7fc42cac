// The errors that the library throws.
#pragma once

#include <stdexcept>

namespace rnem {

// The work could not be done: full disk, divergence, a failed system call.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Something that was given cannot be used: one line that names the file or key and what was
// expected.
class InputError : public Error {
 public:
  using Error::Error;
};

// ... because there is no such file.
class NotFoundError : public InputError {
 public:
  using InputError::InputError;
};

// An observer asked to stop; what could be saved is saved.
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted") {}
};

}  // namespace rnem
