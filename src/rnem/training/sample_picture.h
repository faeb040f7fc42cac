// A picture of what the model makes of a few sequences.
#pragma once

#include <vector>

#include "rnem/figures/image.h"
#include "rnem/torch.h"

namespace rnem::training {

// One sequence, a tensor a step, all float32 on the CPU.
struct SampleSequence {
  std::vector<torch::Tensor> frames;       // [H,W] or [H,W,C] the truth
  std::vector<torch::Tensor> predictions;  // the same, sum_k gamma_k psi_k
  std::vector<torch::Tensor> gammas;       // [K,H,W]
};

// For every sequence three rows (truth, prediction, assignment) over about ten of its steps.
figures::Image sample_picture(const std::vector<SampleSequence>& samples);

}  // namespace rnem::training
