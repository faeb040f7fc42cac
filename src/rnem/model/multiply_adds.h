// The arithmetic of a model's parts: multiply-adds of one row, forward.
//
// Counted at their least: a resize and the convolution after it as the taps on distinct small
// pixels (25 a pixel for x2 and 4x4, where upsampling first would need 64), and MLP_emb on pairs
// as two products a component. Norms, activations, windows and the loss do not count; borders do,
// as if padding cost what pixels do.
#pragma once

#include "rnem/model/parameters.h"

namespace rnem::model {

// Of a layer of an encoder or decoder.
double multiply_adds(const FeatureShape& input, const LayerSpec& layer);

// Of a product with a weight [out,in]; 0 for one that is not there.
double products(const Tensor& weight);

}  // namespace rnem::model
