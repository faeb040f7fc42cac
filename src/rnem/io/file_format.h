// Which version of a format a safetensors file has: "rnem-model-1" is a name and a number that
// grows when files become such that earlier programs cannot read them.
#pragma once

#include <string>

#include "rnem/error.h"
#include "rnem/io/safetensors.h"

namespace rnem::io {

// A whole file that this program is too old for.
class LaterFormat : public InputError {
 public:
  using InputError::InputError;
};

// Looks at metadata "format". LaterFormat when it is `known` with a larger number: the line says
// which rnem is needed, as far as the file does (metadata "rnem"). InputError "name: not <what>"
// for anything else that is not `known`.
void check_format(const TensorFile& file, const std::string& known, const std::string& what,
                  const std::string& name);

}  // namespace rnem::io
