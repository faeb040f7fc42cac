// The arithmetic of a model, counted from its layers.
#pragma once

#include "rnem/model/settings.h"

namespace rnem::model {

// Multiply-adds that one component needs in one EM step, forward; backward takes twice as many.
// Counted at their least: a resize and the convolution after it as the taps on distinct small
// pixels (25 a pixel for x2 and 4x4, where upsampling first would need 64), and MLP_emb on pairs
// as two products a component. Norms, activations and the loss do not count; borders do, as if
// padding cost what pixels do. For recurrent kinds only, not n-em.
double multiply_adds(const model::Settings& settings);

}  // namespace rnem::model
