// Arrays as users hand them in. InputError says what was expected.
#pragma once

#include <ATen/core/Tensor.h>

#include "rnem/model/model_config.h"

namespace rnem::api {

// [T,H,W] or [B,T,H,W] of zeros and ones, T > 1 -> [T,B,H,W]
at::Tensor checked_frames(const at::Tensor& frames, const model::ModelConfig& config);

// [H,W] or [B,H,W] of zeros and ones -> [B,H,W]
at::Tensor checked_frame(const at::Tensor& frame, const model::ModelConfig& config);

// [T,A] or [B,T,A] -> [T,B,A]; undefined for models that take no actions
at::Tensor checked_actions(const at::Tensor& actions, const model::ModelConfig& config,
                           std::int64_t batch);

// [A] or [B,A] -> [B,A]; undefined for models that take no actions
at::Tensor checked_action(const at::Tensor& action, const model::ModelConfig& config,
                          std::int64_t batch);

}  // namespace rnem::api
