// The paper's networks with next to nothing in them, for a quick look at the whole pipeline.
#pragma once

#include "rnem/model/model_config.h"

namespace rnem::experiments {

// The same layers with a few channels and units each.
void shrink(model::ModelConfig& config);

}  // namespace rnem::experiments
