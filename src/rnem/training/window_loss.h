// The loss of one window, and its gradient.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rnem/model/em_loop.h"
#include "rnem/training/window_data.h"

namespace rnem::training {

// Means over sequences, weighted over steps.
struct WindowLoss {
  double loss = 0, intra = 0, inter = 0;
  double ari = 0;  // of the last observed step; NaN when objects are not known or K = 1
};

struct WindowTask {
  std::vector<double> step_weights;
  std::int64_t parts = 1;      // to be worked off one after another, to save memory
  std::int64_t simulated = 0;  // so many last steps run on the model's own predictions
  bool with_ari = false;
};

// Gradients of a model's windows. Where the threads divide the sequences of a part, and each gets
// at least four, it takes its share through the whole window alone: they meet once a window instead
// of in every loop.
class WindowGradient {
 public:
  WindowGradient(const model::Model& model, const model::Ops& ops) : model_(model), ops_(ops) {}

  // Adds d loss / d parameter to the parameters' gradients. Parts and threads change the order of
  // sums only.
  WindowLoss add(const Window& window, const WindowTask& task);

 private:
  std::int64_t shares(std::int64_t sequences) const;
  WindowLoss add_part(const Window& part, const WindowTask& task, double weight);

  const model::Model& model_;
  const model::Ops& ops_;
  std::vector<std::unique_ptr<model::Model>> twins_;  // of all threads but the first
};

// ARI of every sequence at a step: [B] double, undefined when objects are not known or K = 1.
torch::Tensor step_ari(const model::Step& step, const Window& window);

}  // namespace rnem::training
