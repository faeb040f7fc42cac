// The pointwise functions that follow a layer norm.
#pragma once

namespace rnem::kernels {

// In the order of ops::Activation.
enum class Activation { kIdentity, kRelu, kElu, kTanh, kSigmoid };

}  // namespace rnem::kernels
