// The numbers of a reproduction as far as it is done: every one over the seeds of its method.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rnem/experiments/reproduction.h"

namespace rnem::experiments {

// One number of one method.
struct Measured {
  std::vector<double> seeds;  // a mean over sequences each; empty: not known

  // 95 % over sequences, the ends averaged over seeds; NaN where the report has none
  double sequences_low = kNotPublished, sequences_high = kNotPublished;

  bool known() const { return !seeds.empty(); }
  double mean() const;
  // What the mean could have been: from the lowest to the highest seed; of a single one the
  // interval over sequences, if there is one.
  double low() const;
  double high() const;
};

// "0.412 (0.401–0.423) ±0.008": the mean over seeds, the lowest and the highest of several, half
// the interval over sequences. A dash for what is not known.
std::string measured_cell(const Measured& value, int digits);

class Results {
 public:
  // Reads results/ of the parts that have a record.
  explicit Results(const Reproduction& reproduction);

  // kind: of a test (reproduction.h), or "train". The key of its report.
  Measured get(Setup setup, const std::string& method, const std::string& kind,
               const std::string& key) const;
  // above / below, seed by seed, as if their intervals over sequences were independent.
  Measured ratio(Setup setup, const std::string& method, const std::string& key,
                 const std::string& kind_above, const std::string& kind_below) const;
  // The mean over seeds of a list of numbers, such as "bce_per_step"; NaN where one is null.
  std::vector<double> list(Setup setup, const std::string& method, const std::string& kind,
                           const std::string& key) const;

  // The reports of the seeds that are done, by ascending seed.
  std::vector<nlohmann::ordered_json> reports(Setup setup, const std::string& method,
                                              const std::string& kind) const;

 private:
  // by the part's name without its seed
  std::map<std::string, std::map<std::int64_t, nlohmann::ordered_json>> reports_;
};

}  // namespace rnem::experiments
