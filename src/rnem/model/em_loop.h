// The EM loop that all models share: corrupt, M-step, E-step against the next frame, loss.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rnem/model/clip.h"
#include "rnem/model/model.h"
#include "rnem/model/pixels.h"
#include "rnem/ops/ops.h"

namespace rnem::model {

// What one run of the loop does otherwise than the model's EmConfig says.
struct EmSettings {
  std::optional<std::int64_t> k = {};  // components; nothing: em.k, as trained
  std::optional<double> noise = {};    // flip probability of the input; nothing: em.noise
  // Where noise is not given, sequences draw theirs from em.noise_range (if there is one):
  // training.
  bool draw_noise = false;
  std::int64_t steps = 0;  // EM steps; 0: all the frames allow
  // After `observe` steps the model sees its own prediction as em.simulation says. Negative: never.
  std::int64_t observe = -1;
  std::string simulation = {};  // empty: em.simulation
  // In simulation, take the loss against the true frame nevertheless (there must be one): this is
  // how training practises it.
  bool loss_of_truth = false;
};

// Everything about one step, before the next overwrites it.
struct Step {
  std::int64_t t = 0;  // 0-based; psi predicts frame t + 1
  Tensor input;        // [B,D] (Gaussian pixels: [B,D*C], as all frames) corrupted frame t (or the
                       // model's own prediction)
  Tensor target;       // [B,D] frame t + 1 (or its replacement in simulation)
  State state;         // after the step; gamma for the target
  Tensor alpha;        // [B,K,K-1]; undefined without interaction
  StepLoss loss;       // against `target`
  Background behind = {};  // of Gaussian pixels: what psi was drawn in front of
};

// What the settings come to for a model.
std::int64_t components(const Model& model, const EmSettings& settings);
double flip_probability(const Model& model, const EmSettings& settings);  // not drawn

// The flip probability of every sequence of the clip [B]. A drawn one is uniform in em.noise_range,
// a pure function of the clip's streams.
std::vector<double> noise_levels(const Model& model, const Clip& clip, const EmSettings& settings);

// Flips every pixel of sequence b of [T,B,D] frames with probability levels[b]; a pure function of
// the clip's streams.
// `first` is the step of the first frame.
Tensor corrupt(const Tensor& frames, const std::vector<double>& levels, const Clip& clip,
               std::int64_t first = 0);

// The loop one step at a time, with what it carries kept: for frames that come one by one.
class EmStepper {
 public:
  // Starts from `first` [B,H,W], the frame that the first step sees. Random parts are those of
  // `clip`; its frames and actions are not read. Model and operators must outlive it.
  EmStepper(const Model& model, const Ops& ops, const Clip& clip, const EmSettings& settings,
            const Tensor& first);

  const State& state() const { return step_.state; }

  // Another flip probability for all sequences from here on.
  void set_noise(double flip_probability) { levels_.assign(levels_.size(), flip_probability); }

  // The frame [B,H,W] that comes next, and the action [B,A] that led to it (undefined: nobody
  // acts). The step's input is the frame before; where that was imagined, its replacement.
  const Step& see(const Tensor& next, const Tensor& action);

  // A step without looking: the model is shown its own prediction. With `truth` [B,H,W] the loss is
  // taken against it nevertheless.
  const Step& imagine(const Tensor& action, const Tensor& truth = {});

 private:
  Tensor own_input() const;
  Palette found_palette() const;  // of what components own of the frame that was seen
  const Step& take(const Tensor& input, const Tensor& action, const Tensor& target, bool observes);
  Tensor flat(const Tensor& frame) const;  // as numbers of the weights' type and device

  const Model& model_;
  Pixels pixels_;
  const Ops& ops_;
  Clip clip_;
  std::vector<double> levels_;  // flip probabilities [B]
  double births_;               // em.births
  std::string rule_;            // of simulation
  Tensor seen_;                 // [B,D] frame t; undefined after a step without looking
  Step step_;
};

// Runs the loop and hands every step to `visit`, and before them the initial state to `begin`:
// theta = 0, psi = 0, gamma as em.start says (initial_gamma.h). Gradients flow where the caller has
// them on.
void run_em(const Model& model, const Ops& ops, const Clip& clip, const EmSettings& settings,
            const std::function<void(const Step&)>& visit,
            const std::function<void(const State&)>& begin = {});

}  // namespace rnem::model
