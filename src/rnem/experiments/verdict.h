// Whether measurements bear out a statement.
#pragma once

#include <string>
#include <vector>

#include "rnem/experiments/results.h"

namespace rnem::experiments {

enum class Verdict { kAgrees, kDiffers, kCannotTell, kNotMeasured };

const char* verdict_text(Verdict verdict);  // "agrees", "differs", "cannot tell", "not measured"

// Intervals of two that overlap cannot tell.
Verdict is_below(const Measured& a, const Measured& b);
Verdict is_above(const Measured& a, double bound);
Verdict is_below(const Measured& a, double bound);

// Means that differ by up to `share` of b are as good as each other. Larger differences whose
// intervals overlap cannot tell.
Verdict is_about(const Measured& a, const Measured& b, double share);
Verdict is_about(const Measured& a, double value, double share);

// A statement of several: differs when one does, else cannot tell when one cannot.
Verdict all_of(const std::vector<Verdict>& verdicts);

// "−12 %" of b
std::string difference_text(const Measured& a, const Measured& b);
std::string difference_text(const Measured& a, double b);

}  // namespace rnem::experiments
