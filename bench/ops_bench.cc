// Every operator of the networks at its size in training (B = 64, K = 5): GF/s forward and
// backward, the share of the matrix product's rate in the same run, and how many times as fast as
// the reference.
//
//   bench_ops [repetitions] [part of a name]
//
// Others may use the machine: the fastest repetition counts; with one thread (OMP_NUM_THREADS=1)
// it is the processor's time.
#include <cblas.h>
#include <fmt/core.h>
#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "rnem/kernels/blas_core.h"
#include "rnem/kernels/denormals.h"
#include "rnem/kernels/parallel.h"
#include "rnem/model/fast_memory.h"
#include "rnem/model/ops.h"

namespace rnem {
namespace {

using model::Activation;
using model::Ops;
using torch::Tensor;

constexpr std::int64_t kBatch = 64, kComponents = 5, kRows = kBatch * kComponents, kHidden = 250;

double now() {
  timespec time{};
  clock_gettime(kernels::max_threads() == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double fastest(int repetitions, const std::function<void()>& body) {
  double best = 1e9;
  for (int i = 0; i < repetitions; ++i) {
    const double start = now();
    body();
    best = std::min(best, now() - start);
  }
  return best;
}

double product_rate(int repetitions) {
  const int n = 1536;
  const Tensor a = torch::randn({n, n}), b = torch::randn({n, n}), c = torch::empty({n, n});
  return 2.0 * n * n * n / 1e9 / fastest(repetitions, [&] {
           cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, n, 1.0F, a.data_ptr<float>(),
                       n, b.data_ptr<float>(), n, 0.0F, c.data_ptr<float>(), n);
         });
}

struct Case {
  std::string name;
  double multiply_adds;  // forward; 0: limited by memory, no rate
  std::vector<Tensor> inputs;
  std::function<Tensor(const Ops&, const std::vector<Tensor>&)> run;
};

struct Times {
  double forward, backward;
};

Times measure(const Ops& ops, const Case& test, int repetitions) {
  Tensor value = test.run(ops, test.inputs);
  const Tensor weight = torch::randn_like(value);
  const double forward = fastest(repetitions, [&] { value = test.run(ops, test.inputs); });
  std::vector<Tensor> wanted;
  for (const Tensor& input : test.inputs) {
    if (input.requires_grad()) wanted.push_back(input);
  }
  const double backward = fastest(repetitions, [&] {
    torch::autograd::grad({value}, wanted, {weight}, /*retain_graph=*/true);
  });
  return {forward, backward};
}

Tensor variable(at::IntArrayRef sizes) {
  return (torch::randn(sizes) * 0.1).set_requires_grad(true);
}

Case conv(std::int64_t size, std::int64_t in, std::int64_t out) {
  return {fmt::format("conv {0}x{0} {1} -> {2}", size, in, out),
          static_cast<double>(kRows * size * size / 4 * 16 * in * out),
          {variable({kRows, size, size, in}), variable({out, in, 4, 4}), variable({out}),
           variable({out}), variable({out})},
          [](const Ops& ops, const std::vector<Tensor>& x) {
            return ops.conv(x[0], {x[1], x[2]}, 2, {x[3], x[4]}, Activation::kElu);
          }};
}

Case up(std::int64_t size, std::int64_t in, std::int64_t out) {
  return {fmt::format("up {0}x{0} {1} -> {2}", size, in, out),
          static_cast<double>(kRows * size * size * 25 * in * out),
          {variable({kRows, size, size, in}), variable({out, in, 4, 4}), variable({out}),
           variable({out}), variable({out})},
          [=](const Ops& ops, const std::vector<Tensor>& x) {
            const bool last = out == 1;
            return ops.upsample_conv(x[0], 2 * size, 2 * size, {x[1], x[2]},
                                     last ? model::Norm{} : model::Norm{x[3], x[4]},
                                     last ? Activation::kSigmoid : Activation::kRelu);
          }};
}

Case dense(std::int64_t rows, std::int64_t in, std::int64_t out) {
  return {fmt::format("dense [{}] {} -> {}", rows, in, out),
          static_cast<double>(rows * in * out),
          {variable({rows, in}), variable({out, in}), variable({out}), variable({out}),
           variable({out})},
          [](const Ops& ops, const std::vector<Tensor>& x) {
            return ops.dense(x[0], {x[1], x[2]}, {x[3], x[4]}, Activation::kRelu);
          }};
}

std::vector<Case> cases() {
  const std::int64_t b = kBatch, k = kComponents, m = kHidden, pixels = 64 * 64;
  std::vector<Case> all{conv(64, 1, 16),         conv(32, 16, 32),
                        conv(16, 32, 64),        up(8, 64, 32),
                        up(16, 32, 16),          up(32, 16, 1),
                        dense(kRows, 4096, 512), dense(kRows, 512, 4096),
                        dense(kRows, 1012, m),   dense(kRows * (k - 1), m, m)};
  // the last layer has no norm
  all[5].inputs.resize(3);
  all.push_back({"pairs",
                 0,
                 {variable({b, k, m}), variable({b, k, m}), variable({m}), variable({m})},
                 [](const Ops& ops, const std::vector<Tensor>& x) {
                   return ops.pairs(x[0], x[1], {x[2], x[3]}, Activation::kRelu);
                 }});
  all.push_back(
      {"attend",
       0,
       {variable({b, k, k - 1}), variable({b, k, k - 1, m})},
       [](const Ops& ops, const std::vector<Tensor>& x) { return ops.attend(x[0], x[1]); }});
  const Tensor frame = torch::bernoulli(torch::full({b, pixels}, 0.1));
  const Tensor psi = torch::rand({b, k, pixels}).set_requires_grad(true);
  all.push_back({"masked residual",
                 0,
                 {torch::rand({b, k, pixels}), frame, psi},
                 [](const Ops& ops, const std::vector<Tensor>& x) {
                   return ops.masked_residual(x[0], x[1], x[2]);
                 }});
  all.push_back({"step loss", 0, {psi, frame}, [](const Ops& ops, const std::vector<Tensor>& x) {
                   return ops.step_loss(x[0], x[1], {}).total;
                 }});
  return all;
}

void run(int repetitions, const std::string& part) {
  model::use_recycling_memory();
  kernels::flush_denormals();
  const auto fast = model::fast_ops(model::Precision::kFloat32);
  const auto reference = model::reference_ops();
  const double rate = product_rate(4 * repetitions);
  fmt::print("{}: product {:.0f} GF/s\n", kernels::blas_name(), rate);
  fmt::print("{:<24}{:>10}{:>8}{:>8}{:>10}{:>8}{:>8}{:>12}\n", "", "forward", "GF/s", "share",
             "backward", "GF/s", "share", "vs reference");
  for (const Case& test : cases()) {
    if (test.name.find(part) == std::string::npos) continue;
    const Times mine = measure(*fast, test, repetitions);
    const Times other = measure(*reference, test, std::max(1, repetitions / 3));
    fmt::print("{:<24}", test.name);
    const auto print = [&](double seconds, double multiply_adds) {
      fmt::print("{:>7.2f} ms", seconds * 1e3);
      if (multiply_adds > 0) {
        const double achieved = 2 * multiply_adds / seconds / 1e9;
        fmt::print("{:>8.0f}{:>6.0f} %", achieved, 100 * achieved / rate);
      } else {
        fmt::print("{:>8}{:>8}", "", "");
      }
    };
    print(mine.forward, test.multiply_adds);
    print(mine.backward, 2 * test.multiply_adds);
    fmt::print("{:>11.1f}x\n", (other.forward + other.backward) / (mine.forward + mine.backward));
  }
}

}  // namespace
}  // namespace rnem

int main(int argc, char** argv) {
  rnem::kernels::restart_with_fast_blas(argv);
  rnem::run(argc > 1 ? std::atoi(argv[1]) : 9, argc > 2 ? argv[2] : "");
  return 0;
}
