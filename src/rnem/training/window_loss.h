// The loss of one window, and its gradient.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rnem/model/em_loop.h"
#include "rnem/training/gradient_sum.h"
#include "rnem/training/window_data.h"

namespace rnem::training {

// Means over sequences, weighted over steps.
struct WindowLoss {
  double loss = 0, intra = 0, inter = 0;
  double ari = 0;  // of the last observed step; NaN when objects are not known or K = 1
};

// Where a window is the part of a batch that one of several ranks works on.
struct BatchPart {
  std::int64_t whole = 0;  // sequences of the whole batch, over which means are; 0: this is it
  GradientSum* ready = nullptr;  // hears of gradients as they become complete
};

// Adds d loss / d parameter to the parameters' gradients. The window is split into `parts` equal
// micro-batches, which changes the memory it takes and not the result. The last `simulated` steps
// run on the model's own predictions, by the `rule` of em.simulation.
WindowLoss add_gradient(const model::Model& model, const ops::Ops& ops, const Window& window,
                        const std::vector<double>& step_weights, std::int64_t parts, bool with_ari,
                        std::int64_t simulated = 0, const std::string& rule = "paper",
                        const BatchPart& of = {});

// ARI of every sequence at a step: [B] double, undefined when objects are not known or K = 1.
torch::Tensor step_ari(const model::Step& step, const Window& window);

}  // namespace rnem::training
