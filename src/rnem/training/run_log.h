// What a run tells about itself: metrics.jsonl and TensorBoard, line by line.
//
// A line of metrics.jsonl is one JSON object with "kind" (train, valid or return) and "update".
// What depends on the clock is under "time", so that the rest of two equal runs is equal.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "rnem/figures/image.h"
#include "rnem/io/append_file.h"
#include "rnem/training/event_file.h"
#include "rnem/training/run_state.h"

namespace rnem::training {

struct TrainLine {
  std::int64_t update = 0, steps = 0, skipped = 0;
  double epoch = 0, rate = 0;
  double loss = 0, intra = 0, inter = 0, gradient_norm = 0;  // means since the last line
  double ari = kUnknown;                                     // of the last update
  double seconds = 0;                                        // of the run
  double sequences_per_second = 0, component_steps_per_second = 0;
};

struct ValidLine {
  std::int64_t update = 0;
  double epoch = 0, loss = 0, intra = 0, inter = 0, ari = kUnknown, ari_steps = kUnknown,
         rollout = kUnknown;
  double seconds = 0;  // of the run
  double took = 0;     // seconds of the validation
};

class RunLog {
 public:
  // Keeps the first `keep` bytes of an earlier log, which ends at update `update`.
  RunLog(const std::filesystem::path& folder, std::int64_t keep, std::int64_t update);

  void write(const TrainLine& line);
  void write(const ValidLine& line);
  // samples/update-<update>.png
  void picture(std::int64_t update, const figures::Image& image);
  // The run goes back to `update`, where the log had `keep` bytes, with another rate.
  void go_back(std::int64_t update, std::int64_t keep, double rate_factor);

  void sync() { metrics_.sync(); }
  std::int64_t bytes() const { return metrics_.size(); }

 private:
  std::filesystem::path folder_;
  io::AppendFile metrics_;
  EventFile events_;
};

}  // namespace rnem::training
