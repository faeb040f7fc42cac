// An evaluation over its sequences and steps: the numbers that are reported.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rnem/evaluation/evaluate.h"
#include "rnem/evaluation/report_number.h"

namespace rnem::evaluation {

// docs/evaluation.md says what each is. Nothing or kUnknown where the data cannot say.
struct EvaluationSummary {
  using Mean = std::optional<Estimate>;

  RunNames names;
  std::int64_t sequences = 0, k = 0, steps = 0;
  double noise = 0;

  // losses
  Mean loss, intra, inter, bce, relational_bce, baseline_bce, baseline_relational_bce;
  Mean relative_bce, relative_relational_bce;
  Mean squared_error;  // of Gaussian pixels: the last frame, a channel of a pixel

  // groupings
  Mean ari, ari_last, ari_settled, ami_last, confidence, background_entropy, object_entropy;

  // objects and their components
  Mean objects, objects_found, all_objects_found, identity_switches;
  Mean position_error, position_error_units, position_missing;
  bool attends = false;  // components attend to each other
  double attention_auc = kUnknown;
  Mean attention_colliding, attention_apart;

  // behind the curtain
  double hidden_position_error = kUnknown, hidden_position_share = kUnknown;
  double curtain_same_component = kUnknown;
  std::int64_t curtain_returns = 0;
  std::int64_t reappearances = 0;
  Mean reappearance_error, reappearance_straight_error, reappearance_missing, reappearance_drawn;

  // objects that get a component of their own
  struct Births {
    std::int64_t count = 0;
    double frames = kUnknown, soon = kUnknown;
  };
  Births births, starts;

  // Evaluation::by_step: means over sequences [T], and over all
  std::map<std::string, std::vector<double>> per_step;
  std::map<std::string, double> mean_over_steps;
};

// `seed` is that of the intervals.
EvaluationSummary summarise(const Evaluation& evaluation, const RunNames& names,
                            std::uint64_t seed);

// All but names, settings and maps, in the order of reports. Points into the summary.
std::vector<ReportNumber> numbers(const EvaluationSummary& summary);

}  // namespace rnem::evaluation
