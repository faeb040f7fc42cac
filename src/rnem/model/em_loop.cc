#include "rnem/model/em_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "rnem/core/error.h"
#include "rnem/machine/parallel.h"
#include "rnem/model/births.h"
#include "rnem/model/initial_gamma.h"
#include "rnem/model/memory_need.h"
#include "rnem/rng.h"

namespace rnem::model {
namespace {

constexpr std::int64_t kStarted = 4;  // steps in which components draw what they were given

// The state before the first step, from how far from nothing the pixels [B,D] are that this step
// sees.
State initial_state(const Model& model, const Clip& clip, const Tensor& first, std::int64_t k,
                    const Background& behind) {
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
  if (config.has_mask()) {
    state.psi = behind.picture.unsqueeze(1).expand({batch, k, -1}).contiguous();
    state.mask = torch::zeros({batch, k, pixels}, options);
    state.behind = behind;
  }
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

EmStepper::EmStepper(const Model& model, const Ops& ops, const Clip& clip,
                     const EmSettings& settings, const Tensor& first)
    : model_(model),
      pixels_(model),
      ops_(ops),
      clip_{{}, {}, clip.seed, clip.streams},
      levels_(noise_levels(model, clip, settings)),
      births_(model.settings().em.births),
      rule_(settings.simulation.empty() ? model.settings().em.simulation : settings.simulation),
      seen_(flat(first)) {
  RNEM_CHECK(static_cast<std::int64_t>(clip.streams.size()) == first.size(0),
             "one stream for every sequence");
  const std::int64_t k = components(model, settings);
  check_memory(model.config(), k, first.size(0), 1, fmt::format("{} components", k));
  step_.t = -1;
  const Background behind = pixels_.background(seen_);
  const Tensor noisy = pixels_.corrupt(seen_, behind, levels_, clip_, 0);
  step_.state = initial_state(model, clip_, pixels_.contrast(noisy, behind), k, behind);
  if (model.config().owns_colour()) step_.state.palette = found_palette();
}

Tensor EmStepper::flat(const Tensor& frame) const {
  const auto options = model_.tensor_options();
  return frame.flatten(1).to(options.device(), options.dtype().toScalarType());
}

Tensor EmStepper::own_input() const {
  if (rule_ == "blind") return {};
  const State& state = step_.state;
  Tensor own = rule_ == "paper" ? state.mixture().detach()
                                : pixels_.imagined(state.psi, state.mask, state.behind, rule_);
  if (rule_ == "crisp") return own;
  return pixels_.corrupt(own, state.behind, levels_, clip_, step_.t + 1);
}

Palette EmStepper::found_palette() const {
  const State& state = step_.state;
  return first_palette(state.gamma, seen_, pixels_.foreground(seen_, state.behind));
}

const Step& EmStepper::see(const Tensor& next, const Tensor& action) {
  const Tensor input = seen_.defined()
                           ? pixels_.corrupt(seen_, step_.state.behind, levels_, clip_, step_.t + 1)
                           : own_input();
  if (births_ > 0 && seen_.defined() && step_.t >= kStarted) {
    const std::int64_t born = take_up(step_.state, pixels_.foreground(seen_, step_.state.behind),
                                      model_.config(), births_);
    if (born > 0 && model_.config().owns_colour()) {
      step_.state.palette = filled_palette(step_.state.palette, found_palette());
    }
  }
  seen_ = flat(next);
  return take(input, action, seen_, /*observes=*/true);
}

const Step& EmStepper::imagine(const Tensor& action, const Tensor& truth) {
  seen_ = Tensor();
  return take(own_input(), action, truth.defined() ? flat(truth) : truth, /*observes=*/false);
}

const Step& EmStepper::take(const Tensor& input, const Tensor& action, const Tensor& target,
                            bool observes) {
  RNEM_CHECK(action.defined() == (model_.config().actions > 0), "actions as the config says");
  ++step_.t;
  step_.input = input;
  const Tensor held = action.defined()
                          ? action.to(step_.state.psi.device(), step_.state.psi.scalar_type())
                          : action;
  const MStep next = model_.m_step(ops_, step_.state, input, held);
  const Background behind = step_.state.behind;
  const Tensor imagined =
      observes ? Tensor() : pixels_.imagined(next.psi, next.mask, behind, rule_);
  step_.target = target.defined() ? target : imagined;
  step_.behind = behind;
  step_.loss = pixels_.loss(ops_, next, behind, step_.target);
  const Tensor idle = step_.state.idle;
  step_.state = {next.cell, next.psi, step_.loss.gamma, {}, next.mask, behind, step_.state.palette};
  if (births_ > 0) step_.state.idle = idle_steps(idle, step_.state.presence());
  if (observes && model_.config().owns_colour()) {
    step_.state.palette = seen_palette(step_.state.palette, step_.state.gamma, next.mask,
                                       step_.target, pixels_.foreground(step_.target, behind));
  }
  if (observes && next.mask.defined()) {
    step_.state.behind = seen_background(behind, step_.target, next.mask);
  }
  if (target.defined() && !observes) {
    const torch::NoGradGuard no_grad;
    step_.state.gamma = pixels_.loss(ops_, next, behind, imagined).gamma;
  }
  step_.alpha = next.alpha;
  return step_;
}

void run_em(const Model& model, const Ops& ops, const Clip& clip, const EmSettings& settings,
            const std::function<void(const Step&)>& visit,
            const std::function<void(const State&)>& begin) {
  const std::int64_t available = clip.frames.size(0) - 1;
  const std::int64_t steps = settings.steps > 0 ? settings.steps : available;
  const bool simulates = settings.observe >= 0 && settings.observe < steps;
  const std::int64_t observed = simulates ? settings.observe : steps;
  RNEM_CHECK((settings.loss_of_truth ? steps : observed) <= available, "T steps need T + 1 frames");
  RNEM_CHECK(model.config().actions == 0 || clip.actions.defined(),
             "a model with actions needs them");

  EmStepper stepper(model, ops, clip, settings, clip.frames[0]);
  if (begin) begin(stepper.state());
  for (std::int64_t t = 0; t < steps; ++t) {
    Tensor action;
    if (model.config().actions > 0) action = clip.actions[std::min(t, clip.actions.size(0) - 1)];
    const Tensor next = t < available ? clip.frames[t + 1] : Tensor();
    visit(t < observed ? stepper.see(next, action)
                       : stepper.imagine(action, settings.loss_of_truth ? next : Tensor()));
  }
}

}  // namespace rnem::model
