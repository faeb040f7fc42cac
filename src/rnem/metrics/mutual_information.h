// Agreement of two partitions, in information.
#pragma once

#include <span>

namespace rnem::metrics {

// Adjusted mutual information of two labelings of the same items, labels >= 0:
//   (MI - E[MI]) / ((H(a) + H(b)) / 2 - E[MI])
// with the exact expectation over all labelings that have the same group sizes. 1 when the
// partitions agree, also when there is nothing to tell apart (no items, or one group in both);
// about 0 by chance. The same number as scikit-learn's adjusted_mutual_info_score.
double adjusted_mutual_information(std::span<const int> a, std::span<const int> b);

}  // namespace rnem::metrics
