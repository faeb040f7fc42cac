// How well a score tells two classes apart.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace rnem::metrics {

struct Scored {
  float score = 0;
  bool positive = false;
};

// Area under the ROC curve: the probability that a positive scores above a negative, ties count
// half. Nothing when one of the classes is empty.
std::optional<double> roc_auc(std::vector<Scored> examples);

}  // namespace rnem::metrics
