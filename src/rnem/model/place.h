// Where a component is: a position and a velocity that travel beside theta along a linear path.
//
// theta is rewritten whole at every step and squashed, so what it knows of a position is read anew
// from the picture each time. A place is carried instead (motion.h says how it moves), and the
// networks work around it: the encoder looks through a window at p, the decoder draws in a window
// that is put at p' (Ops::look, Ops::draw).
#pragma once

#include "rnem/torch.h"

namespace rnem::model {

using torch::Tensor;

struct Place {
  Tensor p;  // [N,2] x, y in pixels: pixel (0,0) has its middle at 0
  Tensor v;  // [N,2] pixels a step
  // how far they are known, the same in x and y: variance of p, covariance, variance of v
  Tensor spread;  // [N,3] squared pixels
  // [N,2] where it was in the frame that the step saw; undefined before a step and without a frame
  Tensor seen = {};
  // [N] -log N of how far beside its place it was seen (motion.h); undefined as `seen` is
  Tensor surprise = {};
  // [N] how many gates were open in the step: whether anything happened to it (motion.h)
  Tensor busy = {};

  bool defined() const { return p.defined(); }
};

// What networks are told about places [N,4]: positions from the frame's middle, a quarter of the
// window as unit, and velocities. Without a gradient, as all that networks are told (motion.h).
inline constexpr std::int64_t kPlaceFeatures = 4;
Tensor place_features(const Place& place, std::int64_t height, std::int64_t width,
                      std::int64_t window);

// at [N,2] -> [N,code_size]: x and y as overlapping steps of so many pixels, so that what happens
// at one place can be told from what happens a step away.
inline constexpr double kCoarse = 2.0, kFine = 0.5;
std::int64_t code_size(std::int64_t height, std::int64_t width, double step = kCoarse);
Tensor position_code(const Tensor& at, std::int64_t height, std::int64_t width,
                     double step = kCoarse);

// The same of one length: at [N] -> [N,length_code_size].
std::int64_t length_code_size(std::int64_t length, double step = kCoarse);
Tensor length_code(const Tensor& at, std::int64_t length, double step = kCoarse);

// The middle of what a component is more than half responsible for; the frame's middle without any.
// gamma [B,K,H*W] -> places [B*K] at rest
Place initial_place(const Tensor& gamma, std::int64_t height, std::int64_t width);

}  // namespace rnem::model
