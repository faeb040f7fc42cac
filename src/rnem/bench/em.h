// Training updates and EM steps against the clock: balls R-NEM, fresh weights, live balls.
#pragma once

#include <cstdio>
#include <vector>

#include "rnem/bench/settings.h"
#include "rnem/model/model.h"
#include "rnem/training/optimizer.h"
#include "rnem/training/window_data.h"

namespace rnem::bench {

struct EmTimes {
  std::vector<double> seconds;  // of each repeat
  double loss = 0.0;            // mean step loss of the last, so that nobody times NaNs
};

// Updates as the trainer does them, one after the other on the same window: forward, backward,
// gradient norm, Adam.
class EmUpdates {
 public:
  EmUpdates(const ops::Ops& ops, const BenchSettings& options);

  double run();  // one update; its mean step loss, which is finite

 private:
  const ops::Ops& ops_;
  const training::Window window_;
  const std::vector<double> weights_;
  const std::unique_ptr<model::Model> model_;
  training::Optimizer optimizer_;
  std::int64_t updates_ = 0;
};

// The time of such updates.
EmTimes time_training(const ops::Ops& ops, const BenchSettings& options, Observer& observer);

// The same EM steps, forward only and without keeping anything for a gradient.
EmTimes time_inference(const ops::Ops& ops, const BenchSettings& options, Observer& observer);

// One of the two, for passes = 3 (backward takes twice the arithmetic of forward) or 1, as a report
// with the head's keys and "steps", "kernels", "operators" (what they call themselves), "product"
// ("fp32" or "bf16", as the operators multiply), "seconds", "loss", "component_steps_per_second"
// (B K T / median), "multiply_adds" of a component-step, "gflops", "product_gflops" (the best
// matrix product before and after), "share" = gflops / product_gflops and "peak_memory_gb".
using EmTimer = EmTimes (*)(const ops::Ops& ops, const BenchSettings& options, Observer& observer);
nlohmann::ordered_json em_report(const char* bench, const BenchSettings& options, EmTimer timer,
                                 int passes, Observer& observer);

// The same in two lines for people.
void print_em_report(std::FILE* to, const nlohmann::ordered_json& report);

}  // namespace rnem::bench
