// What a model does on one sequence, collected for figures.
#pragma once

#include <cstdint>

#include "rnem/evaluation/session.h"
#include "rnem/figures/rollout.h"

namespace rnem::evaluation {

// Sequence number `sequence` of the session's split. With em.observe >= 0 the rest is simulated and
// may go on beyond the recorded frames, where the truth is black. em.steps > 0. Noise and initial
// assignments are those of any other evaluation with the same seed.
figures::Rollout model_rollout(const Session& session, std::int64_t sequence,
                               const model::EmSettings& em);

}  // namespace rnem::evaluation
