// Works off parts, one after the other or several at once, and says how far it is.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rnem/experiments/part_worker.h"

namespace rnem::experiments {

struct RunPlan {
  std::filesystem::path folder;
  std::vector<std::size_t> to_do;  // indices of parts, from parts_to_do()
  int jobs = 1;                    // parts at once; several have a process and one thread each
  PartCommand command;             // for jobs > 1 and for ranks
  runtime::RankPlace place;        // of rank 0, when others do parts as well
  std::string settings;            // what these must agree on
};

// Does them in order; a part whose predecessor failed is left out, others go on. A note
// for each part says which of how many it is and how much time is left. Parts that are not done in
// this process write to logs/NAME.log. Returns the errors of parts that failed. Interrupted passes
// through, after processes that were started have saved their work.
std::vector<std::string> run_parts(const std::vector<Part>& parts, const RunPlan& plan,
                                   const Runtime& runtime, Observer& observer);

}  // namespace rnem::experiments
