// What the paper says it found, held against the numbers of a reproduction.
#pragma once

#include <string>
#include <vector>

#include "rnem/experiments/verdict.h"

namespace rnem::experiments {

struct Claim {
  std::string statement;  // of the paper
  Verdict verdict = Verdict::kNotMeasured;
  std::string found;  // the numbers, and by how much they differ
};

// All of them, judged by the methods of one set-up; not measured where one is missing.
std::vector<Claim> claims(const Results& results, Setup setup);

}  // namespace rnem::experiments
