#include "rnem/training/window_loss.h"

#include <exception>

#include "rnem/kernels/parallel.h"
#include "rnem/model/grouping.h"
#include "rnem/model/weight_gradients.h"
#include "rnem/training/optimizer.h"
#include "rnem/training/run_state.h"

namespace rnem::training {

namespace {

WindowLoss& operator+=(WindowLoss& sum, const WindowLoss& x) {
  sum.loss += x.loss;
  sum.intra += x.intra;
  sum.inter += x.inter;
  sum.ari += x.ari;
  return sum;
}

// Adds the gradient of one share of the window; `weight` is that of a sequence.
WindowLoss add_share(const model::Model& model, const model::Ops& ops, const Window& window,
                     const WindowTask& task, double weight) {
  const auto last = static_cast<std::int64_t>(task.step_weights.size()) - 1;
  model::EmSettings settings;
  if (task.simulated > 0) {
    settings.observe = last + 1 - task.simulated;
    settings.loss_of_truth = true;
  }
  WindowLoss sum;
  torch::Tensor objective;
  run_em(model, ops, window.clip, settings, [&](const model::Step& step) {
    const double step_weight = task.step_weights[static_cast<std::size_t>(step.t)] * weight;
    if (step_weight > 0) {
      const torch::Tensor term = step.loss.total.sum() * step_weight;
      objective = objective.defined() ? objective + term : term;
      sum.intra += step_weight * step.loss.intra.sum().item<double>();
      sum.inter += step_weight * step.loss.inter.sum().item<double>();
    }
    if (step.t == last - task.simulated) {
      const torch::Tensor ari = task.with_ari ? step_ari(step, window) : torch::Tensor();
      sum.ari += ari.defined() ? ari.sum().item<double>() * weight : kUnknown;
    }
  });
  sum.loss += objective.item<double>();
  model::WeightGradients gradients;
  objective.backward();
  gradients.finish();
  return sum;
}

// Moves the gradients of `from` into those of `to`.
void move_gradients(const model::Parameters& from, const model::Parameters& to) {
  for (std::size_t i = 0; i < to.all().size(); ++i) {
    torch::Tensor& source = from.all()[i].second.mutable_grad();
    torch::Tensor& target = to.all()[i].second.mutable_grad();
    if (!source.defined()) continue;
    if (target.defined()) {
      target.add_(source);
    } else {
      target = source;
    }
    source.reset();
  }
}

}  // namespace

torch::Tensor step_ari(const model::Step& step, const Window& window) {
  if (!window.groups.defined() || step.state.gamma.size(1) == 1) return {};
  return model::adjusted_rand_index(step.state.gamma, window.groups[step.t + 1]);
}

WindowLoss WindowGradient::add(const Window& window, const WindowTask& task) {
  const std::int64_t count = window.batch() / task.parts;
  const double weight = 1.0 / static_cast<double>(window.batch());
  WindowLoss sum;
  for (std::int64_t p = 0; p < task.parts; ++p) {
    sum += add_part(window.part(p * count, count), task, weight);
  }
  return sum;
}

std::int64_t WindowGradient::shares(std::int64_t sequences) const {
  constexpr std::int64_t kFewest = 4;  // sequences of a thread: each streams all weights every step
  const std::int64_t threads = kernels::max_threads();
  const bool even = sequences % threads == 0 && sequences / threads >= kFewest;
  return even && model_.tensor_options().device().is_cpu() ? threads : 1;
}

WindowLoss WindowGradient::add_part(const Window& part, const WindowTask& task, double weight) {
  const std::int64_t count = shares(part.batch());
  if (count == 1) return add_share(model_, ops_, part, task, weight);
  while (static_cast<std::int64_t>(twins_.size()) < count - 1) twins_.push_back(model_.twin());

  for (const auto& twin : twins_) clear_gradients(twin->parameters());  // of a share that failed
  const std::int64_t sequences = part.batch() / count;
  std::vector<WindowLoss> losses(count);
  std::vector<std::exception_ptr> errors(count);
  kernels::parallel_for(count, 1, [&](std::int64_t begin, std::int64_t end, int) {
    // The libraries below plan with a number of threads and then wait for all of them: it is 1
    // here, in this region only. LibTorch sets its own on a thread's first use, so use it first.
    torch::get_num_threads();
    kernels::set_threads(1);
    for (std::int64_t i = begin; i < end; ++i) {
      try {
        const model::Model& model = i == 0 ? model_ : *twins_[i - 1];
        losses[i] = add_share(model, ops_, part.part(i * sequences, sequences), task, weight);
      } catch (...) {
        errors[i] = std::current_exception();
      }
    }
  });
  for (const auto& error : errors) {
    if (error) std::rethrow_exception(error);
  }
  WindowLoss sum;
  for (std::int64_t i = 0; i < count; ++i) {
    sum += losses[i];
    if (i > 0) move_gradients(twins_[i - 1]->parameters(), model_.parameters());
  }
  return sum;
}

}  // namespace rnem::training
