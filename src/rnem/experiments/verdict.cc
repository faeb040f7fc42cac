#include "rnem/experiments/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rnem/core/error.h"

namespace rnem::experiments {
namespace {

Measured exactly(double value) { return {{value}, kNotPublished, kNotPublished}; }

bool overlap(const Measured& a, const Measured& b) {
  return a.low() <= b.high() && b.low() <= a.high();
}

}  // namespace

const char* verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kAgrees:
      return "agrees";
    case Verdict::kDiffers:
      return "differs";
    case Verdict::kCannotTell:
      return "cannot tell";
    case Verdict::kNotMeasured:
      return "not measured";
  }
  fail("a verdict of no kind");
}

Verdict is_below(const Measured& a, const Measured& b) {
  if (!a.known() || !b.known()) return Verdict::kNotMeasured;
  if (overlap(a, b)) return Verdict::kCannotTell;
  return a.mean() < b.mean() ? Verdict::kAgrees : Verdict::kDiffers;
}

Verdict is_above(const Measured& a, double bound) { return is_below(exactly(bound), a); }
Verdict is_below(const Measured& a, double bound) { return is_below(a, exactly(bound)); }

Verdict is_about(const Measured& a, const Measured& b, double share) {
  if (!a.known() || !b.known()) return Verdict::kNotMeasured;
  if (std::abs(a.mean() - b.mean()) <= share * std::abs(b.mean())) return Verdict::kAgrees;
  return overlap(a, b) ? Verdict::kCannotTell : Verdict::kDiffers;
}

Verdict is_about(const Measured& a, double value, double share) {
  return is_about(a, exactly(value), share);
}

Verdict all_of(const std::vector<Verdict>& verdicts) {
  for (const Verdict worst : {Verdict::kDiffers, Verdict::kNotMeasured, Verdict::kCannotTell}) {
    if (std::find(verdicts.begin(), verdicts.end(), worst) != verdicts.end()) return worst;
  }
  return Verdict::kAgrees;
}

std::string difference_text(const Measured& a, const Measured& b) {
  const double percent = std::round(100 * (a.mean() / b.mean() - 1));
  if (!std::isfinite(percent)) return "no ratio";
  return percent == 0 ? "0 %"
                      : fmt::format("{}{:.0f} %", percent < 0 ? "−" : "+", std::abs(percent));
}

std::string difference_text(const Measured& a, double b) { return difference_text(a, exactly(b)); }

}  // namespace rnem::experiments
