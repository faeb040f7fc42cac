// The outlines of components: where psi_k > 1/2, how large that is and whether it is in one piece.
#pragma once

#include <cstdint>
#include <vector>

#include "rnem/torch.h"

namespace rnem::metrics {

// One sequence. Step t of 0 .. T-1 is about frame t + 1.
struct Outlines {
  int steps = 0, k = 0;
  std::vector<int> pixels;   // [T,K] with psi_k > 1/2
  std::vector<int> patches;  // [T,K] connected patches of them, without specks (blobs.h)

  bool whole(int t, int component) const { return patches[t * k + component] == 1; }
  // of a disc with as many pixels
  double radius(int t, int component) const;
};

// Enters step t. psi [K,D] of frames of H x W.
void add_outlines(const torch::Tensor& psi, int height, int width, int t, Outlines& outlines);

}  // namespace rnem::metrics
