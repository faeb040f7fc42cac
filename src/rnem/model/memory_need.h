// How much memory a computation takes, known before it begins.
//
// A number of components that does not fit is a mistyped one, and what comes of it without a word
// is a machine that stands still until the kernel ends somebody's process.
#pragma once

#include <cstdint>
#include <string>

#include "rnem/model/model_config.h"

namespace rnem::model {

// Of one component of K through one EM step, bytes: what layers put out, frames of the component,
// pairs. A training keeps it for all its steps; the operators' scratch does not count.
double component_step_bytes(const ModelConfig& config, std::int64_t k);

// Weights of the encoder, the decoder and the state's own products: a model has these or more.
double least_weights(const ModelConfig& config);

// InputError when `sequences` of K components through `steps` that are kept need more than this
// machine has. `what` names the key that asks for it: "em.k: 100000 components".
void check_memory(const ModelConfig& config, std::int64_t k, std::int64_t sequences,
                  std::int64_t steps, const std::string& what);

}  // namespace rnem::model
