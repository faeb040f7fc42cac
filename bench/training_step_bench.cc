// Component-steps per second of R-NEM training: B·K·T / seconds of forward, backward and Adam.
//
//   bench_training_step [fast|reference] [B] [K] [T] [repetitions]
//
// The arithmetic limit is what the matrix product measured in the same run would allow for 16.6
// million multiply-adds forward and twice that backward. Others may use the machine: the fastest
// repetition counts, for both, and with one thread (OMP_NUM_THREADS=1) the processor's time.
#include <cblas.h>
#include <fmt/core.h>
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "rnem/core/rng.h"
#include "rnem/kernels/adam.h"
#include "rnem/kernels/blas_core.h"
#include "rnem/kernels/denormals.h"
#include "rnem/kernels/instruction_set.h"
#include "rnem/kernels/parallel.h"
#include "rnem/model/em_loop.h"
#include "rnem/model/fast_memory.h"

namespace rnem {
namespace {

constexpr double kMultiplyAdds = 3 * 16.6e6;  // of one component-step

// a thread that waits for its turn does not count against one thread's work
double now() {
  timespec time{};
  clock_gettime(kernels::max_threads() == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <class F>
double seconds(F&& body) {
  const double start = now();
  body();
  return now() - start;
}

// GF/s
double product_rate() {
  const int n = 1536;
  const auto a = torch::randn({n, n}), b = torch::randn({n, n}), c = torch::empty({n, n});
  double best = 1e9;
  for (int i = 0; i < 8; ++i) {
    best = std::min(best, seconds([&] {
                      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, n, 1.0F,
                                  a.data_ptr<float>(), n, b.data_ptr<float>(), n, 0.0F,
                                  c.data_ptr<float>(), n);
                    }));
  }
  return 2.0 * n * n * n / best / 1e9;
}

// Frames with balls-like statistics: a tenth of the pixels on, in blobs.
model::Clip clip(std::int64_t batch, std::int64_t steps) {
  model::Clip result;
  result.frames = torch::zeros({steps + 1, batch, 64, 64}, torch::kUInt8);
  Rng rng(1, "bench");
  for (std::int64_t b = 0; b < batch; ++b) {
    for (int ball = 0; ball < 4; ++ball) {
      const int y = static_cast<int>(rng.below(52)), x = static_cast<int>(rng.below(52));
      result.frames.select(1, b).narrow(1, y, 11).narrow(2, x, 11).fill_(1);
    }
    result.streams.push_back(static_cast<std::uint64_t>(b));
  }
  return result;
}

long page_faults() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

int run(int argc, char** argv) {
  const auto number = [&](int i, std::int64_t otherwise) {
    return argc > i ? std::atoll(argv[i]) : otherwise;
  };
  const bool fast = argc < 2 || std::string(argv[1]) == "fast";
  const std::int64_t batch = number(2, 64), k = number(3, 5), steps = number(4, 30);
  const std::int64_t repetitions = number(5, 4);
  if (fast) {
    model::use_recycling_memory();
    kernels::flush_denormals();
  }
  model::ModelConfig config;
  config.k = k;
  const auto model = model::Model::create(config, 1);
  const auto ops = fast ? model::fast_ops(model::Precision::kFloat32) : model::reference_ops();
  const model::Clip data = clip(batch, steps);
  std::vector<std::pair<torch::Tensor, torch::Tensor>> moments;
  for (const auto& [name, p] : model->parameters().all()) {
    moments.emplace_back(torch::zeros_like(p), torch::zeros_like(p));
  }
  fmt::print("{}, {}, {}\n", ops->name(), kernels::blas_name(), kernels::instruction_set_name());

  double best = 1e9, rate = product_rate();
  for (std::int64_t r = 0; r < repetitions; ++r) {
    double forward = 0, backward = 0, update = 0, loss_value = 0;
    const long faults = page_faults();
    torch::Tensor loss;
    forward = seconds([&] {
      model::run_em(*model, *ops, data, {}, [&](const model::Step& step) {
        const torch::Tensor mean = step.loss.total.mean();
        loss = loss.defined() ? loss + mean : mean;
      });
      loss = loss / steps;
      loss_value = loss.item<double>();
    });
    backward = seconds([&] { loss.backward(); });
    update = seconds([&] {
      kernels::AdamStep step;
      step.bias_correction1 = 1 - std::pow(0.9F, r + 1);
      step.bias_correction2 = 1 - std::pow(0.999F, r + 1);
      std::size_t i = 0;
      for (const auto& [name, p] : model->parameters().all()) {
        auto& [m, v] = moments[i++];
        kernels::adam_step(step, p.numel(), p.data_ptr<float>(), m.data_ptr<float>(),
                           v.data_ptr<float>(), p.grad().data_ptr<float>());
        p.grad().zero_();
      }
    });
    loss.reset();
    rate = std::max(rate, product_rate());
    const double total = forward + backward + update;
    best = std::min(best, total);
    fmt::print("loss {:8.2f}  forward {:.2f} s  backward {:.2f} s  Adam {:.3f} s  page faults {}\n",
               loss_value, forward, backward, update, page_faults() - faults);
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double achieved = static_cast<double>(batch * k * steps) / best;
  const double limit = rate * 1e9 / (2 * kMultiplyAdds);
  fmt::print("{:.0f} component-steps/s, {:.0f} % of the arithmetic limit {:.0f} ({:.0f} GF/s)\n",
             achieved, 100 * achieved / limit, limit, rate);
  fmt::print("peak memory {:.2f} GB\n", static_cast<double>(usage.ru_maxrss) / (1 << 20));
  return 0;
}

}  // namespace
}  // namespace rnem

int main(int argc, char** argv) {
  rnem::kernels::restart_with_fast_blas(argv);
  return rnem::run(argc, argv);
}
