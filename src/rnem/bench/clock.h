// What every benchmark measures with.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "rnem/observer.h"

namespace rnem::bench {

// Wall-clock seconds of every call. Interrupted between two when asked to stop.
std::vector<double> time_each(Observer& observer, std::int64_t repeats,
                              const std::function<void()>& body);

double median(std::vector<double> values);  // of at least one

// GFLOP/s of a matrix product on all threads, the best of several: what arithmetic can at most
// reach on this machine, now. LibTorch's in fp32; with `bf16` oneDNN's of matrices that are bf16.
double product_rate(bool bf16 = false);

// The most memory the process has had since it began, in GB (1e9 bytes).
double peak_memory();

}  // namespace rnem::bench
