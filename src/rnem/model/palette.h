// What colour the object of a component has, from the pixels that it owned: the M-step of the
// mixture for objects of one colour, in closed form (model.colour = "owned"). Nothing is learned.
//
//   c_k <- c_k + w_k / (n_k + w_k) (m_k - c_k),   n_k <- min(n_k + w_k, 400)
//   w_k = sum_i o_ki,   m_k = sum_i o_ki x_i / w_k,   o_ki = gamma_ki a_ki^4 f_i
// over pixels i of a frame x that differ from the background (f), with the masks a; before the
// first step o_ki = gamma_ki f_i. The fourth power is there for edges, which show some of the
// background: with a in its place a ball of eleven pixels on black comes out six percent too dark,
// with a^4 one and a half.
//
// A component shows its colour in front of the background b where its mask is:
//   psi_ki = b_i + a_ki (c_k - b_i)
// and sees a frame in the units of its mask: 0 is the background, 1 its own colour,
//   x_ki = (x_i - b_i) (c_k - b_i) / (|c_k - b_i|² + 0.1²)   within [0, 1].
// So the networks meet zeros and ones whatever the colours are. Objects of more than one colour are
// drawn in their mean.
#pragma once

#include "rnem/model/background.h"
#include "rnem/torch.h"

namespace rnem::model {

struct Palette {
  torch::Tensor colour;  // c [B,K,C]
  torch::Tensor weight;  // n [B,K], pixels it was seen in; 0: not yet
};

// From gamma [B,K,D], frame [B,D*C], foreground [B,D] true or false.
Palette first_palette(const torch::Tensor& gamma, const torch::Tensor& frame,
                      const torch::Tensor& foreground);

// After a frame that was given to the components by gamma, with masks [B,K,D].
Palette seen_palette(const Palette& before, const torch::Tensor& gamma, const torch::Tensor& mask,
                     const torch::Tensor& frame, const torch::Tensor& foreground);

// Those of `before` that have no weight yet, from `found`.
Palette filled_palette(const Palette& before, const Palette& found);

// psi [B,K,D*C] of mask [B,K,D].
torch::Tensor painted(const Palette& palette, const torch::Tensor& mask, const Background& behind);

// The frame x [B,D*C] in the units of masks, less what the masks [B,K,D] say: [B,K,D].
torch::Tensor off_mask(const Palette& palette, const torch::Tensor& x, const torch::Tensor& mask,
                       const Background& behind);

}  // namespace rnem::model
