// The parts that test a trained model.
#pragma once

#include "rnem/evaluation/session.h"
#include "rnem/experiments/reproduction.h"

namespace rnem::experiments {

// The trained model on the test split.
evaluation::Session open_test(const Reproduction& reproduction, const Trial& trial,
                              const std::string& data, const Runtime& runtime, Observer& observer);

// Makes results/PART.json: what `rnem eval --json` or `rnem simulate --json` writes.
Part testing_part(const Reproduction& reproduction, const Trial& trial, const Test& test);

}  // namespace rnem::experiments
