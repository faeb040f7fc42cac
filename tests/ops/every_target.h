// Runs a test body on every instruction set and with one and two threads.
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <string>

#include "rnem/machine/parallel.h"

namespace rnem {

// Calls body(description) for each; fails if there was none.
template <class F>
void for_each_machine(F&& body) {
  const int threads = machine::max_threads();
  int runs = 0;
  for (auto left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
    const auto target = left & -left;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    for (const int count : {1, 2}) {
      machine::set_threads(count);
      body(std::string(hwy::TargetName(target)) + " with " + std::to_string(count) + " threads");
      ++runs;
    }
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  machine::set_threads(threads);
  EXPECT_GT(runs, 0);
}

}  // namespace rnem
