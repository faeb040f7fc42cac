// What a model did on one sequence, as plain numbers: the input of sheets and animations.
#pragma once

#include <span>
#include <vector>

#include "rnem/figures/image.h"

namespace rnem::figures {

// Step t = 1 .. T reads frame t−1 and predicts frame t; state 0 is the one before any step.
struct Rollout {
  int steps = 0;  // T
  int k = 0;
  int height = 0, width = 0;
  int channels = 1;              // C of a frame: 1, or 3 for red, green and blue
  std::vector<float> truth;      // [T+1,H,W,C]
  std::vector<float> corrupted;  // [T,H,W,C] input of step t at t−1; empty when not kept
  std::vector<float> gamma;      // [T+1,K,H,W] sums to 1 over K
  std::vector<float> psi;        // [T+1,K,H,W] of grey and colour the masks
  std::vector<float> predicted;  // [T+1,H,W,C] Σ_k γ_k·ψ_k of grey and colour, else empty
  std::vector<float>
      attention;      // [T,K,K] of step t at t−1: focus, context; empty without attention
  int observed = -1;  // steps that read the world, the rest is simulated; -1 for all
};

// Fails a check when an array does not have its shape.
void check_rollout(const Rollout& rollout);

// Views of step t in 0 .. T.
std::span<const float> truth_at(const Rollout& rollout, int t);      // [H,W,C]
std::span<const float> gamma_at(const Rollout& rollout, int t);      // [K,H,W]
std::span<const float> psi_at(const Rollout& rollout, int t);        // [K,H,W]
std::span<const float> attention_at(const Rollout& rollout, int t);  // [K,K]; empty at 0
std::vector<float> prediction_at(const Rollout& rollout, int t);     // [H,W,C] Σ_k γ_k·ψ_k

bool simulated(const Rollout& rollout, int t);

Image truth_image(const Rollout& rollout, int t);
Image prediction_image(const Rollout& rollout, int t);
Image grouping_image(const Rollout& rollout, int t);                  // assignment_image of γ
Image component_image(const Rollout& rollout, int t, int component);  // attention_image of ψ
// Without pixels at t = 0 and when the inputs were not kept.
Image input_image(const Rollout& rollout, int t);

}  // namespace rnem::figures
