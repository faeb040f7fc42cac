// Where an axis has its ticks, and what they are called.
#pragma once

#include <string>
#include <vector>

namespace rnem::figures {

struct Ticks {
  std::vector<double> values;       // ascending, within the range
  std::vector<std::string> labels;  // one a value
};

struct Range {
  double low = 0.0, high = 1.0;
};

// Steps of 1, 2 or 5 times a power of ten, about `target` of them; low < high, both finite.
Ticks linear_ticks(Range range, int target);

// Powers of ten, every n-th when there are many; with 2 and 5 between when the range has fewer than
// three powers; linear ticks when even those are fewer than two. 0 < low < high.
Ticks log_ticks(Range range, int target);

// The range widened to whole tick steps, so that the first and last tick are its ends.
Range widened(Range range, int target);

// "0.25", "20k", "1.5M", "10⁻⁶": short and without trailing zeros.
std::string tick_label(double value);

}  // namespace rnem::figures
