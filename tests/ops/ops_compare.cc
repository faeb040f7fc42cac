#include "ops/ops_compare.h"

#include <fmt/format.h>

namespace rnem::ops {
namespace {

// the value, and the gradients of a fixed random weighting of it
std::vector<Tensor> run(const Ops& ops, const Expression& expression,
                        const std::vector<Tensor>& inputs) {
  std::vector<Tensor> leaves;
  for (const Tensor& input : inputs) {
    leaves.push_back(input.detach().clone().set_requires_grad(input.requires_grad()));
  }
  const Tensor value = expression(ops, leaves);
  torch::manual_seed(5);
  (value * rounded_to_bf16(torch::randn(value.sizes()))).sum().backward();
  std::vector<Tensor> result{value.detach()};
  for (const Tensor& leaf : leaves) {
    result.push_back(leaf.requires_grad() ? leaf.grad() : Tensor());
  }
  return result;
}

}  // namespace

Tensor rounded_to_bf16(const Tensor& x) {
  return x.detach().to(torch::kBFloat16).to(torch::kFloat32);
}

std::string compare_ops(const Expression& expression, const std::vector<Tensor>& inputs,
                        double tolerance, Precision precision) {
  const auto expected = run(*reference_ops(), expression, inputs);
  const auto got = run(*fast_ops(precision), expression, inputs);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::string what = i == 0 ? "value" : fmt::format("gradient of input {}", i - 1);
    if (expected[i].defined() != got[i].defined()) return what + " is missing";
    if (!expected[i].defined()) continue;
    if (expected[i].sizes() != got[i].sizes()) return what + " has another shape";
    const double scale = expected[i].abs().max().item<double>();
    if (!(scale > 0)) return what + " is zero: the test tests nothing";
    const double error = (expected[i] - got[i]).abs().max().item<double>() / scale;
    if (!(error <= tolerance)) return fmt::format("{} is off by {:.2e}", what, error);
  }
  return {};
}

OpsError ops_error(const Expression& expression, const std::vector<Tensor>& inputs,
                   Precision precision) {
  const auto expected = run(*reference_ops(), expression, inputs);
  const auto got = run(*fast_ops(precision), expression, inputs);
  const auto joined = [](const std::vector<Tensor>& results) {
    std::vector<Tensor> flat;
    for (std::size_t i = 1; i < results.size(); ++i) {
      if (results[i].defined()) flat.push_back(results[i].flatten());
    }
    return torch::cat(flat);
  };
  const auto error = [](const Tensor& a, const Tensor& b) {
    return ((a - b).norm() / b.norm()).item<double>();
  };
  return {error(got[0], expected[0]), error(joined(got), joined(expected))};
}

}  // namespace rnem::ops
