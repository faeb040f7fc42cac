#include "rnem/model/em_loop.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "rnem/core/error.h"
#include "rnem/machine/parallel.h"
#include "rnem/model/initial_gamma.h"
#include "rnem/rng.h"

namespace rnem::model {
namespace {

// The frames as [T+1,B,D] numbers of the weights' type and device.
Tensor flat_frames(const Model& model, const Clip& clip) {
  const auto options = model.tensor_options();
  return clip.frames.flatten(2).to(options.device(), options.dtype().toScalarType());
}

// What a model that simulates takes for the next frame: in the paper any component that is not
// dark, otherwise what is brighter than not.
Tensor imagined_frame(const Tensor& psi, const std::string& rule) {
  const double threshold = rule == "paper" ? kNotDark : kOutline;
  return std::get<0>(psi.max(1)).gt(threshold).to(psi.dtype()).detach();
}

// The state before the first step, from the frame [B,D] that this step sees.
State initial_state(const Model& model, const Clip& clip, const Tensor& first, std::int64_t k) {
  const ModelConfig& config = model.config();
  const std::int64_t batch = first.size(0), pixels = config.pixels();
  const Tensor seen = first.to(torch::kCPU, torch::kFloat32).contiguous();
  Tensor gamma = torch::empty({batch, k, pixels}, torch::kFloat32);
  const std::span<const float> frames(seen.data_ptr<float>(), batch * pixels);
  const std::span<float> rows(gamma.data_ptr<float>(), batch * k * pixels);
  machine::parallel_for(batch, 1, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t b = begin; b < end; ++b) {
      Rng rng(clip.seed, "gamma", clip.streams[b]);
      start_gamma(model.settings().em.start, frames.subspan(b * pixels, pixels), config.height,
                  config.width, k, rng, rows.subspan(b * k * pixels, k * pixels));
    }
  });
  const auto options = model.tensor_options();
  State state;
  state.cell.theta = torch::zeros({batch * k, config.hidden}, options);
  state.psi = torch::zeros({batch, k, pixels}, options);
  state.gamma = gamma.to(options.device(), options.dtype().toScalarType());
  if (config.has_places()) {
    state.cell.place = initial_place(state.gamma, config.height, config.width);
  }
  return state;
}

}  // namespace

std::int64_t components(const Model& model, const EmSettings& settings) {
  const std::int64_t k = settings.k.value_or(model.settings().em.k);
  RNEM_CHECK(k > 0, "one component or more");
  return k;
}

double flip_probability(const Model& model, const EmSettings& settings) {
  return settings.noise.value_or(model.settings().em.noise);
}

std::vector<double> noise_levels(const Model& model, const Clip& clip, const EmSettings& settings) {
  std::vector<double> levels(clip.streams.size(), flip_probability(model, settings));
  const std::vector<double>& range = model.settings().em.noise_range;
  if (!settings.noise && settings.draw_noise && !range.empty()) {
    for (std::size_t b = 0; b < levels.size(); ++b) {
      levels[b] = Rng(clip.seed, "noise level", clip.streams[b]).uniform(range[0], range[1]);
    }
  }
  return levels;
}

Tensor corrupt(const Tensor& frames, const std::vector<double>& levels, const Clip& clip,
               std::int64_t first) {
  if (std::all_of(levels.begin(), levels.end(), [](double p) { return p <= 0; })) return frames;
  const std::int64_t steps = frames.size(0), batch = frames.size(1), pixels = frames.size(2);
  Tensor flips = torch::empty({steps, batch, pixels}, torch::kUInt8);
  std::uint8_t* data = flips.data_ptr<std::uint8_t>();
  machine::parallel_for(batch, 1, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t b = begin; b < end; ++b) {
      // a draw of 64 bits decides four pixels
      const auto threshold = static_cast<std::uint64_t>(std::lround(levels[b] * 65536));
      for (std::int64_t t = 0; t < steps; ++t) {
        Rng rng(clip.seed, "noise", clip.streams[b], static_cast<std::uint64_t>(first + t));
        std::uint8_t* row = data + (t * batch + b) * pixels;
        std::uint64_t bits = 0;
        for (std::int64_t i = 0; i < pixels; ++i) {
          bits = i % 4 == 0 ? rng.bits() : bits >> 16;
          row[i] = (bits & 0xffff) < threshold ? 1 : 0;
        }
      }
    }
  });
  const Tensor flip = flips.to(frames.device(), frames.scalar_type());
  return frames + flip - 2 * frames * flip;
}

void run_em(const Model& model, const Ops& ops, const Clip& clip, const EmSettings& settings,
            const std::function<void(const Step&)>& visit,
            const std::function<void(const State&)>& begin) {
  const ModelConfig& config = model.config();
  const std::int64_t available = clip.frames.size(0) - 1;
  const std::int64_t steps = settings.steps > 0 ? settings.steps : available;
  const bool simulates = settings.observe >= 0 && settings.observe < steps;
  const std::int64_t observed = simulates ? settings.observe : steps;
  RNEM_CHECK((settings.loss_of_truth ? steps : observed) <= available, "T steps need T + 1 frames");
  RNEM_CHECK(static_cast<std::int64_t>(clip.streams.size()) == clip.frames.size(1),
             "one stream for every sequence");
  const LossConfig& loss_config = model.settings().loss;

  const Tensor frames = flat_frames(model, clip);
  const std::vector<double> levels = noise_levels(model, clip, settings);
  // the first frame is seen even where no step observes: EM starts from it
  const Tensor inputs =
      corrupt(frames.narrow(0, 0, std::max<std::int64_t>(observed, 1)), levels, clip);
  Tensor actions;
  if (config.actions > 0) {
    RNEM_CHECK(clip.actions.defined(), "a model with actions needs them");
    actions = clip.actions.to(frames.device(), frames.scalar_type());
  }

  const std::string& rule =
      settings.simulation.empty() ? model.settings().em.simulation : settings.simulation;
  const auto own_input = [&](const Step& before) -> Tensor {
    if (rule == "blind") return {};
    Tensor own =
        rule == "paper" ? before.state.mixture().detach() : imagined_frame(before.state.psi, rule);
    if (rule == "crisp") return own;
    return corrupt(own.unsqueeze(0), levels, clip, before.t)[0];
  };

  Step step;
  step.state = initial_state(model, clip, inputs[0], components(model, settings));
  if (begin) begin(step.state);
  for (step.t = 0; step.t < steps; ++step.t) {
    const bool observes = step.t < observed;
    step.input = observes ? inputs[step.t] : own_input(step);
    Tensor action;
    if (actions.defined()) action = actions[std::min(step.t, actions.size(0) - 1)];
    const MStep next = model.m_step(ops, step.state, step.input, action);
    const Tensor imagined = observes ? Tensor() : imagined_frame(next.psi, rule);
    const bool truth = observes || settings.loss_of_truth;
    step.target = truth ? frames[step.t + 1] : imagined;
    step.loss = ops.step_loss(next.psi, step.target, loss_config);
    step.state = {next.cell, next.psi, step.loss.gamma};
    if (truth && !observes) {
      const torch::NoGradGuard no_grad;
      step.state.gamma = ops.step_loss(next.psi, imagined, loss_config).gamma;
    }
    step.alpha = next.alpha;
    visit(step);
  }
}

}  // namespace rnem::model
