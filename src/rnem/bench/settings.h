// What a benchmark is asked for, and the head of its report.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "rnem/observer.h"
#include "rnem/ops/ops.h"
#include "rnem/runtime.h"

namespace rnem::bench {

struct BenchSettings {
  std::int64_t batch = 64, k = 5, steps = 30;  // the paper's training
  std::int64_t repeats = 5;
  std::int64_t threads = 0;  // 0: one for each core
  std::string kernels = "fast";
  std::string precision = "fp32";  // comparable everywhere, as the reference and the peer are
};

// Threads and memory as in training, the operators that `kernels` and `precision` name.
Runtime bench_runtime(const BenchSettings& settings,
                      Runtime::Waiting waiting = Runtime::Waiting::kPolite);

// After bench_runtime. The report's first keys: "bench", what ran it ("processor", "blas",
// "instruction_set", "threads") and the sizes "batch", "k", "repeats".
nlohmann::ordered_json report_head(const char* bench, const BenchSettings& settings);

}  // namespace rnem::bench
