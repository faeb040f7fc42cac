// Whose pixel it is: on the model's frame, and from there on the film's.
#pragma once

#include <cstdint>
#include <vector>

#include "rnem/figures/id_picture.h"
#include "rnem/torch.h"
#include "rnem/video/binarise.h"
#include "rnem/video/fit.h"

namespace rnem::tracking {

// presence (psi, or masks), gamma [K,H*W]; lit [H*W] of 0 and 1 -> [H*W] 1 + the component that a
// lit pixel belongs to, 0 for dark ones and for those that nobody draws, nor the pixels beside
// them.
std::vector<int> owners_of(const torch::Tensor& presence, const torch::Tensor& gamma,
                           const std::vector<std::uint8_t>& lit, int width);

// Pixels of each of K components.
std::vector<std::int64_t> owned_pixels(const std::vector<int>& owners, std::int64_t k);

// The film's pixels by owner. `levels` [H,W] of the film's frame: its own pixels say where an
// object ends, judged as the model's frame was; the four model pixels around say whose it is.
figures::IdPicture enlarged(const std::vector<int>& owners, const std::vector<std::uint8_t>& levels,
                            const video::Binariser& binariser, const video::Fit& fit);

// What grey or colour is on the model's frame, in levels of 0 .. 255.
struct Colours {
  int channels = 0;
  std::vector<float> behind;  // [H*W*C] the background
  std::vector<float> of;      // [K*C] the mean of what each component owns
};

// The same for grey and colour: a pixel of the film is an object's that is nearer to its colour
// than to the background.
figures::IdPicture enlarged(const std::vector<int>& owners, const video::Frame& frame,
                            const Colours& colours, const video::Fit& fit);

// The same without a film's frame, for what is imagined.
figures::IdPicture enlarged(const std::vector<int>& owners, const video::Fit& fit);

}  // namespace rnem::tracking
