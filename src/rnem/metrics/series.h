// A number for every step of every sequence.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace rnem::metrics {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// [N,T]; kUnknown where the data cannot say. Means leave those out.
class Series {
 public:
  Series(std::int64_t sequences, std::int64_t steps)
      : sequences_(sequences), steps_(steps), values_(sequences * steps, kUnknown) {}

  std::int64_t sequences() const { return sequences_; }
  std::int64_t steps() const { return steps_; }
  double& at(std::int64_t sequence, std::int64_t step) { return values_[sequence * steps_ + step]; }
  double at(std::int64_t sequence, std::int64_t step) const {
    return values_[sequence * steps_ + step];
  }

  std::vector<double> per_step() const;  // [T] means over sequences
  // [N] means over steps first .. end-1
  std::vector<double> per_sequence(std::int64_t first, std::int64_t end) const;
  std::vector<double> per_sequence() const { return per_sequence(0, steps_); }
  std::vector<double> last() const { return per_sequence(steps_ - 1, steps_); }  // [N]

 private:
  std::int64_t sequences_, steps_;
  std::vector<double> values_;
};

double mean_of(const std::vector<double>& values);  // of those that are known

}  // namespace rnem::metrics
