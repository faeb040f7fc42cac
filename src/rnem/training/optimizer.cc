#include "rnem/training/optimizer.h"

#include <algorithm>
#include <cmath>

#include "rnem/ops/kernels/adam.h"
#include "rnem/training/orthogonal.h"

namespace rnem::training {
namespace {

// Root mean square of Adam's step in units of the rate (Liu et al. 2025): with it Muon takes
// Adam's rates.
constexpr double kAdamStep = 0.2;

// what the fused kernels take
bool is_plain(const torch::Tensor& x) {
  return x.is_cpu() && x.scalar_type() == torch::kFloat32 && x.is_contiguous();
}

}  // namespace

Optimizer::Optimizer(const OptimizerSettings& settings, const model::Parameters& parameters)
    : settings_(settings), parameters_(parameters.all()) {
  const auto add = [&](const char* moment, std::vector<torch::Tensor>& list, auto&& has) {
    for (const auto& [name, parameter] : parameters_) {
      list.emplace_back();
      if (!has(parameter)) continue;
      list.back() = torch::zeros_like(parameter, parameter.options().requires_grad(false));
      state_.emplace_back(settings_.kind + "." + moment + "." + name, list.back());
    }
  };
  add("m", first_, [&](const torch::Tensor&) { return settings_.kind != "rmsprop"; });
  add("v", second_, [&](const torch::Tensor& p) { return settings_.kind != "sgd" && !turns(p); });
}

bool Optimizer::turns(const torch::Tensor& parameter) const {
  return settings_.kind == "muon" && parameter.dim() > 1;
}

void Optimizer::step(std::int64_t t, double rate, double gradient_scale) {
  const torch::NoGradGuard no_grad;
  const double beta1 = settings_.beta1, beta2 = settings_.beta2;
  const double correction1 = 1 - std::pow(beta1, static_cast<double>(t));
  const double correction2 = 1 - std::pow(beta2, static_cast<double>(t));
  const bool is_adam = settings_.kind == "adam" || settings_.kind == "muon";
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    torch::Tensor parameter = parameters_[i].second;
    if (!parameter.grad().defined()) continue;
    const bool turned = turns(parameter);
    if (is_adam && !turned && is_plain(parameter) && is_plain(parameter.grad())) {
      kernels::adam_step(
          {static_cast<float>(rate), static_cast<float>(beta1), static_cast<float>(beta2),
           static_cast<float>(settings_.epsilon), static_cast<float>(correction1),
           static_cast<float>(correction2), static_cast<float>(gradient_scale)},
          parameter.numel(), parameter.data_ptr<float>(), first_[i].data_ptr<float>(),
          second_[i].data_ptr<float>(), parameter.grad().data_ptr<float>());
      parameter.unsafeGetTensorImpl()->bump_version();  // LibTorch did not see the kernel write
      continue;
    }
    const torch::Tensor g =
        gradient_scale == 1.0 ? parameter.grad() : parameter.grad() * gradient_scale;
    if (second_[i].defined()) second_[i].mul_(beta2).addcmul_(g, g, 1 - beta2);
    if (settings_.kind == "sgd") {
      first_[i].mul_(beta1).add_(g);
      parameter.add_(first_[i], -rate);
    } else if (settings_.kind == "rmsprop") {
      parameter.addcdiv_(g, second_[i].sqrt().add_(settings_.epsilon), -rate);
    } else if (turned) {
      first_[i].mul_(beta1).add_(g, 1 - beta1);
      const std::int64_t rows = parameter.size(0), columns = parameter.numel() / rows;
      const double size = kAdamStep * std::sqrt(static_cast<double>(std::max(rows, columns)));
      parameter.add_(orthogonalised(torch::lerp(g, first_[i], beta1)), -rate * size);
    } else {
      first_[i].mul_(beta1).add_(g, 1 - beta1);
      const torch::Tensor root =
          second_[i].sqrt().div_(std::sqrt(correction2)).add_(settings_.epsilon);
      parameter.addcdiv_(first_[i], root, -rate / correction1);
    }
  }
}

double gradient_norm(const model::Parameters& parameters) {
  const torch::NoGradGuard no_grad;
  double sum = 0;
  for (const auto& [name, parameter] : parameters.all()) {
    if (!parameter.grad().defined()) continue;
    const torch::Tensor& g = parameter.grad();
    sum += is_plain(g) ? kernels::sum_of_squares(g.data_ptr<float>(), g.numel())
                       : g.square().sum().item<double>();
  }
  return std::sqrt(sum);
}

void clear_gradients(const model::Parameters& parameters) {
  for (const auto& [name, parameter] : parameters.all()) parameter.mutable_grad().reset();
}

}  // namespace rnem::training
