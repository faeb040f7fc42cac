// The flags that `rnem bench` commands share.
#pragma once

#include <CLI/CLI.hpp>

#include "rnem/bench/settings.h"
#include "rnem/cli/outputs.h"

namespace rnem::cli {

struct BenchOptions : bench::BenchSettings {
  Outputs outputs;
  std::string json;
};

// --batch, --k, --repeats, --threads, --json
void add_bench_options(CLI::App& app, BenchOptions& options);
// --steps, --kernels, --precision
void add_em_options(CLI::App& app, BenchOptions& options);

}  // namespace rnem::cli
