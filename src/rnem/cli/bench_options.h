// The flags that `rnem bench` commands share, and the head of their reports.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "rnem/model/ops.h"
#include "rnem/training/backend.h"

namespace rnem::cli {

struct BenchOptions {
  std::int64_t batch = 64, k = 5, steps = 30;  // the paper's training
  std::int64_t repeats = 5;
  std::int64_t threads = 0;  // 0: one for each core
  std::string kernels = "fast";
  std::string precision = "fp32";  // comparable everywhere, as the reference and the peer are
  std::string json;                // file; empty: none
};

// --batch, --k, --repeats, --threads, --json
void add_bench_options(CLI::App& app, BenchOptions& options);
// --steps, --kernels, --precision
void add_em_options(CLI::App& app, BenchOptions& options);

// Threads and memory as in training; the operators that --kernels and --precision name. InputError
// when nothing can be written where --json says.
std::shared_ptr<const model::Ops> prepare_bench(
    const BenchOptions& options, training::Waiting waiting = training::Waiting::kPolite);

// After prepare_bench. The report's first keys: "bench", what ran it ("processor", "blas",
// "instruction_set", "threads") and the sizes "batch", "k", "repeats".
nlohmann::ordered_json report_head(const char* bench, const BenchOptions& options);

// Writes the report where --json says, if it does.
void save_report(const BenchOptions& options, const nlohmann::ordered_json& report);

}  // namespace rnem::cli
