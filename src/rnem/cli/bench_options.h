// The flags that `rnem bench` commands share.
#pragma once

#include <CLI/CLI.hpp>

#include "rnem/bench/settings.h"

namespace rnem::cli {

// --batch, --k, --repeats, --threads, --json
void add_bench_options(CLI::App& app, bench::BenchSettings& settings);
// --steps, --kernels, --precision
void add_em_options(CLI::App& app, bench::BenchSettings& settings);

}  // namespace rnem::cli
