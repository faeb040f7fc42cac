// Truth and simulations of several models, with the loss of every step.
#pragma once

#include <cstdint>
#include <string>

#include "rnem/evaluation/session.h"
#include "rnem/evaluation/simulate.h"
#include "rnem/figures/rollout_strips.h"

namespace rnem::experiments {

// Strips for `rows` sequences and no model yet; the first em.observe of em.steps are observed.
figures::RolloutStrips empty_strips(std::int64_t rows, const model::EmSettings& em);

// Adds the model's rows, for the sequences from `first` on.
void add_simulation(const evaluation::Session& session, const model::EmSettings& em,
                    std::int64_t first, const std::string& name, figures::RolloutStrips& strips);

// BCE over steps 1 .. T.
figures::Curve loss_curve(const std::string& name, const std::vector<double>& bce_per_step);

}  // namespace rnem::experiments
