// What a pixel is, in one place: zeros and ones (Bernoulli, the paper's) or grey and colour
// (Gaussian). The E-step and the loss, noise, what a model that simulates is shown, and what counts
// as foreground all follow from it.
#pragma once

#include <cstdint>
#include <vector>

#include "rnem/model/clip.h"
#include "rnem/model/model.h"
#include "rnem/ops/ops.h"

namespace rnem::model {

// Frames are [B,D], of Gaussian pixels [B,D*C].
class Pixels {
 public:
  explicit Pixels(const Model& model) : model_(model) {}

  bool gaussian() const { return model_.config().has_mask(); }

  // E-step and loss of predictions against a frame.
  StepLoss loss(const Ops& ops, const MStep& predicted, const Background& behind,
                const Tensor& frame) const;

  // A frame with noise, a pure function of the clip's streams and the step: every pixel of sequence
  // b is flipped with probability levels[b]; a Gaussian one shows the background with that
  // probability, and em.noise_deviation is added to its channels.
  Tensor corrupt(const Tensor& frame, const Background& behind, const std::vector<double>& levels,
                 const Clip& clip, std::int64_t step) const;

  // What a model that simulates takes for the next frame: in the paper any component that is not
  // dark, otherwise what is brighter than not. Gaussian: em_config.h.
  Tensor imagined(const Tensor& psi, const Tensor& mask, const Background& behind,
                  const std::string& rule) const;

  // How far a frame is from nothing, [B,D] in [0, 1]: the frame itself, or the largest difference
  // of a channel from the background. Where EM starts.
  Tensor contrast(const Tensor& frame, const Background& behind) const;
  // [B,D] true where something is: what births look for.
  Tensor foreground(const Tensor& frame, const Background& behind) const;

  // Before the first frame [B,D*C] has been seen; undefined for zeros and ones.
  Background background(const Tensor& frame) const;

 private:
  const Model& model_;
};

}  // namespace rnem::model
