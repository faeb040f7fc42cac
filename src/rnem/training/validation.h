// How good a model is on sequences it does not learn from.
#pragma once

#include <optional>

#include "rnem/observer.h"
#include "rnem/runtime/ranks.h"
#include "rnem/training/sample_picture.h"
#include "rnem/training/window_data.h"

namespace rnem::training {

struct Validation {
  double loss = 0, intra = 0, inter = 0;  // means over sequences, weighted over steps
  double ari = 0;        // mean over sequences at the last step; NaN when not known
  double ari_steps = 0;  // mean over all steps
  double rollout = 0;    // BCE of max_k psi_k after letting go, mean over those steps; NaN: none
  std::vector<SampleSequence> samples;  // the first few
};

// Nothing when rank 0's observer asks to stop. Ranks share the batches out; sums are added up in
// the order of batches, so the numbers do not depend on how many there are, and all have them. The
// samples are rank 0's.
std::optional<Validation> validate(const model::Model& model, const ops::Ops& ops,
                                   const ValidationData& data,
                                   const std::vector<double>& step_weights,
                                   std::int64_t rollout_steps, Observer& observer,
                                   runtime::Ranks& ranks);

}  // namespace rnem::training
