#include "rnem/bench/operators.h"

#include <fmt/format.h>

namespace rnem::bench {
namespace {

using ops::Activation;
using ops::Ops;
using torch::Tensor;
using Tensors = std::vector<Tensor>;

Tensor variable(at::IntArrayRef sizes) {
  return (torch::randn(sizes) * 0.1).set_requires_grad(true);
}

Operator conv(std::int64_t rows, std::int64_t size, std::int64_t in, std::int64_t out) {
  const std::int64_t pixels = rows * size * size / 4, multiply_adds = pixels * 16 * in * out;
  return {fmt::format("conv {0}x{0} {1} -> {2}", size, in, out),
          static_cast<double>(multiply_adds),
          {variable({rows, size, size, in}), variable({out, in, 4, 4}), variable({out}),
           variable({out}), variable({out})},
          [](const Ops& ops, const Tensors& x) {
            return ops.conv(x[0], {x[1], x[2]}, 2, {x[3], x[4]}, Activation::kElu);
          }};
}

Operator up(std::int64_t rows, std::int64_t size, std::int64_t in, std::int64_t out) {
  Operator op{fmt::format("up {0}x{0} {1} -> {2}", size, in, out),
              static_cast<double>(rows * size * size * 25 * in * out),
              {variable({rows, size, size, in}), variable({out, in, 4, 4}), variable({out})},
              {}};
  if (out == 1) {
    // the decoder's last layer has no norm
    op.run = [=](const Ops& ops, const Tensors& x) {
      return ops.upsample_conv(x[0], 2 * size, 2 * size, {x[1], x[2]}, {}, Activation::kSigmoid);
    };
    return op;
  }
  op.inputs.push_back(variable({out}));
  op.inputs.push_back(variable({out}));
  op.run = [=](const Ops& ops, const Tensors& x) {
    return ops.upsample_conv(x[0], 2 * size, 2 * size, {x[1], x[2]}, {x[3], x[4]},
                             Activation::kRelu);
  };
  return op;
}

Operator dense(std::int64_t rows, std::int64_t in, std::int64_t out) {
  return {fmt::format("dense [{}] {} -> {}", rows, in, out),
          static_cast<double>(rows * in * out),
          {variable({rows, in}), variable({out, in}), variable({out}), variable({out}),
           variable({out})},
          [](const Ops& ops, const Tensors& x) {
            return ops.dense(x[0], {x[1], x[2]}, {x[3], x[4]}, Activation::kRelu);
          }};
}

}  // namespace

std::vector<Operator> training_operators(std::int64_t b, std::int64_t k) {
  const std::int64_t rows = b * k, m = 250, pixels = 64 * 64;
  torch::manual_seed(1);
  std::vector<Operator> all{conv(rows, 64, 1, 16),  conv(rows, 32, 16, 32),
                            conv(rows, 16, 32, 64), up(rows, 8, 64, 32),
                            up(rows, 16, 32, 16),   up(rows, 32, 16, 1),
                            dense(rows, 4096, 512), dense(rows, 512, 4096),
                            dense(rows, 1012, m),   dense(rows * (k - 1), m, m)};
  all.push_back({"pairs",
                 0,
                 {variable({b, k, m}), variable({b, k, m}), variable({m}), variable({m})},
                 [](const Ops& ops, const Tensors& x) {
                   return ops.pairs(x[0], x[1], {x[2], x[3]}, Activation::kRelu);
                 }});
  all.push_back({"attend",
                 0,
                 {variable({b, k, k - 1}), variable({b, k, k - 1, m})},
                 [](const Ops& ops, const Tensors& x) { return ops.attend(x[0], x[1]); }});
  const Tensor frame = torch::bernoulli(torch::full({b, pixels}, 0.1));
  const Tensor psi = torch::rand({b, k, pixels}).set_requires_grad(true);
  all.push_back(
      {"masked residual",
       0,
       {torch::rand({b, k, pixels}), frame, psi},
       [](const Ops& ops, const Tensors& x) { return ops.masked_residual(x[0], x[1], x[2]); }});
  all.push_back({"step loss", 0, {psi, frame}, [](const Ops& ops, const Tensors& x) {
                   return ops.step_loss(x[0], x[1], {}).total;
                 }});
  return all;
}

}  // namespace rnem::bench
