// A still background as one more part of the mixture, without theta: a picture of its own for every
// sequence, in front of which components of Gaussian pixels are drawn.
//
// The picture b is estimated as frames x come, from nothing but them and the masks a:
//   at first   b = the median of x over a square of 0.31 of the frame; where that is in a channel
//              more than 0.3 from the median over a square of half of the frame, the latter: there
//              objects fill the smaller square
//   then       b <- b + v / (n + v) (x - b),  n <- min(n + v, 20),  n = 0.25 at first,
//              v = (1 - max_k a_k) (exp(-|x - b|² / 2 0.1²) + 0.005)
// what no component covers counts, and of that mostly what the picture nearly had already; the rest
// comes in slowly, so that what never moves ends up in it. Frames are taken before noise is added.
// It tells honestly what it cannot: detail finer than the square is blurred until it has been seen
// for some frames, objects that fill half of the larger square start as background, and a
// background that moves is no background.
#pragma once

#include "rnem/torch.h"

namespace rnem::model {

struct Background {
  torch::Tensor picture;  // b [B,D*C]
  torch::Tensor weight;   // n [B,D]; undefined: the picture stays as it is
};

// From the first frame [B,D*C] of height×width pixels.
Background first_background(const torch::Tensor& frame, std::int64_t height, std::int64_t width);

// After a frame [B,D*C] of which the components cover mask [B,K,D].
Background seen_background(const Background& before, const torch::Tensor& frame,
                           const torch::Tensor& mask);

}  // namespace rnem::model
