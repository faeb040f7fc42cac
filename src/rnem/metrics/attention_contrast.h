// Whether components attend to each other when their objects collide.
#pragma once

#include <span>

#include "rnem/metrics/roc.h"

namespace rnem::metrics {

// Mean attention between pairs that collide, and between those that do not; kUnknown without any.
struct AttentionContrast {
  double colliding, apart;
};
AttentionContrast attention_contrast(std::span<const Scored> pairs);

}  // namespace rnem::metrics
