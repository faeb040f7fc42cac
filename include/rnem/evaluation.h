// A model on the sequences of a split: numbers with intervals, as `rnem eval` and `rnem simulate`
// report them (docs/evaluation.md says what each is).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rnem/model.h"
#include "rnem/observer.h"
#include "rnem/source.h"

namespace rnem {

// A mean over sequences with its 95 % interval (bootstrap over sequences), where there is one.
struct Number {
  double value = 0;
  std::optional<double> low, high;
};

struct Numbers {
  std::map<std::string, Number> scalars;               // "bce", "ari_last", ...; absent: not known
  std::map<std::string, std::vector<double>> by_step;  // means over sequences; NaN: not known
  std::string json;  // all of it with what was run on what, as `--json` writes it
};

struct EvaluateOptions {
  std::int64_t k = 0;          // components; 0: as trained
  double noise = -1.0;         // flip probability of input pixels; negative: as trained
  std::int64_t steps = 30;     // EM steps; they need one frame more
  std::int64_t sequences = 0;  // the first so many of the split; 0: all, 1000 of a live source
  Split split = Split::kTest;
  std::uint64_t seed = 1;  // of noise and of where EM starts
};

struct SimulationOptions : EvaluateOptions {
  SimulationOptions() { steps = 10; }  // simulated ones, after `observe`
  std::int64_t observe = 5;
  std::string rule = {};  // as SimulateOptions::rule
};

// InputError when data and model do not fit.
Numbers evaluate(const Model& model, std::shared_ptr<const Source> source,
                 const EvaluateOptions& options, Observer& observer);
Numbers simulate(const Model& model, std::shared_ptr<const Source> source,
                 const SimulationOptions& options, Observer& observer);

}  // namespace rnem
