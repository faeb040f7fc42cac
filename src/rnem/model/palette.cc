#include "rnem/model/palette.h"

namespace rnem::model {
namespace {

using torch::Tensor;

constexpr double kMostWeight = 400;  // some frames of an object of a hundred pixels
constexpr double kIndistinct =
    0.1 * 0.1;  // squared difference from the background that says little

Tensor by_pixel(const Tensor& frame, std::int64_t pixels) {
  return frame.reshape({frame.size(0), pixels, -1});  // [B,D,C]
}

// The mean colour of a frame under owned [B,K,D], and how many pixels that is.
Palette mean_colour(const Tensor& owned, const Tensor& frame) {
  const Tensor weight = owned.sum(2);
  const Tensor sum = torch::bmm(owned, by_pixel(frame, owned.size(2)));
  return {sum / weight.clamp_min(1e-6).unsqueeze(2), weight};
}

}  // namespace

Palette first_palette(const Tensor& gamma, const Tensor& frame, const Tensor& foreground) {
  const torch::NoGradGuard no_grad;
  Palette first = mean_colour(gamma * foreground.unsqueeze(1), frame);
  first.weight = first.weight.clamp_max(kMostWeight);
  return first;
}

Palette seen_palette(const Palette& before, const Tensor& gamma, const Tensor& mask,
                     const Tensor& frame, const Tensor& foreground) {
  const torch::NoGradGuard no_grad;
  const Tensor inside = mask.square().square();
  const Palette seen = mean_colour(gamma * inside * foreground.unsqueeze(1), frame);
  const Tensor total = before.weight + seen.weight;
  const Tensor step = (seen.weight / total.clamp_min(1e-6)).unsqueeze(2);
  return {before.colour + step * (seen.colour - before.colour), total.clamp_max(kMostWeight)};
}

Palette filled_palette(const Palette& before, const Palette& found) {
  const Tensor empty = before.weight.eq(0);
  return {torch::where(empty.unsqueeze(2), found.colour, before.colour),
          torch::where(empty, found.weight, before.weight)};
}

Tensor painted(const Palette& palette, const Tensor& mask, const Background& behind) {
  const Tensor b = by_pixel(behind.picture, mask.size(2)).unsqueeze(1);  // [B,1,D,C]
  const Tensor psi = b + mask.unsqueeze(3) * (palette.colour.unsqueeze(2) - b);
  return psi.reshape({mask.size(0), mask.size(1), -1});
}

Tensor off_mask(const Palette& palette, const Tensor& x, const Tensor& mask,
                const Background& behind) {
  const Tensor b = by_pixel(behind.picture, mask.size(2)), u = by_pixel(x, mask.size(2)) - b;
  const Tensor& c = palette.colour;
  // (x - b)(c - b) and |c - b|², without a tensor of K times the frame
  const Tensor along = torch::bmm(c, u.transpose(1, 2)) - (u * b).sum(2).unsqueeze(1);
  const Tensor length2 = c.square().sum(2, true) - 2 * torch::bmm(c, b.transpose(1, 2)) +
                         b.square().sum(2).unsqueeze(1);
  const Tensor enough = length2.clamp_min(0) + kIndistinct;
  return (along / enough).clamp(0, 1) - mask * (length2.clamp_min(0) / enough);
}

}  // namespace rnem::model
