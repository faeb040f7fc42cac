// A model on the sequences of a split: every number that is reported.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rnem/evaluation/session.h"
#include "rnem/metrics/births.h"
#include "rnem/metrics/reappearance.h"
#include "rnem/metrics/series.h"

namespace rnem::evaluation {

struct EvaluationSettings {
  std::int64_t sequences = 0;  // the first so many of the split
  std::int64_t batch = 32;     // sequences in memory at a time; changes no number
  model::EmSettings em;        // with steps > 0
};

struct Evaluation {
  std::int64_t sequences = 0, k = 0, steps = 0;
  double noise = 0;

  // By step. Keys: total, intra, inter, upper_total, upper_intra, upper_inter, baseline; with
  // collision masks each also as relational_*; with object masks ari, confidence and
  // object_entropy; background_entropy; position_error (pixels), with known positions.
  std::map<std::string, Series> by_step;

  // By sequence, kUnknown where the data cannot say. Keys: ami_last, objects, objects_found,
  // all_objects_found, identity_switches, position_error, position_missing, attention_colliding,
  // attention_apart.
  std::map<std::string, std::vector<double>> by_sequence;

  bool attends = false;                 // components attend to each other
  double pixels_per_unit = 1;           // for errors in box units
  std::optional<double> attention_auc;  // of all pairs
  // behind the curtain, all sequences together
  std::optional<double> hidden_position_error, hidden_position_share, curtain_same_component;
  std::int64_t curtain_returns = 0;
  // objects that were wholly invisible before, and those that are there from the first frame
  BirthCount births, starts;
  std::vector<Reappearance> reappearances;
};

// Noise and initial assignments of a sequence depend on the session's seed and its index only.
Evaluation evaluate(const Session& session, const EvaluationSettings& settings);

}  // namespace rnem::evaluation
