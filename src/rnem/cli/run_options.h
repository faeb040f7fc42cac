// The flags that every command shares that runs a trained model on data.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rnem/evaluation/report_number.h"
#include "rnem/evaluation/session.h"

namespace rnem::cli {

struct RunOptions {
  std::string model;  // file
  std::string data;   // file or live:NAME
  std::string split = "test";
  std::int64_t k = 0;           // 0: as trained
  std::optional<double> noise;  // nothing: as trained
  std::int64_t steps = 30;      // at most, unless it was given
  bool steps_given = false;
  std::uint64_t seed = 1;
  std::string kernels = "fast";
  std::string device = "cpu";
  std::vector<std::string> assignments;  // em.key=value
};

void add_run_options(CLI::App& app, RunOptions& options);

// All cores; fp32, because results that people compare do not depend on the processor.
Runtime run_runtime(const RunOptions& options);

// Says what is odd about the data.
evaluation::Session open_run(const RunOptions& options, const Runtime& runtime, Observer& observer);
evaluation::RunNames run_names(const RunOptions& options, const evaluation::Session& session);

// --steps if given; else its default, or what the data has if that is less.
std::int64_t run_steps(const RunOptions& options, const dataset::Source& source);

// Checked against the model (K) and the data (steps need steps + 1 frames). InputError.
model::EmSettings em_settings(const RunOptions& options, const evaluation::Session& session);

}  // namespace rnem::cli
