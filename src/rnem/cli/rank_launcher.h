// Several ranks of one training on this machine: started, watched, and started again.
//
// A rank that is killed or hangs is noticed by the others (runtime/roll_call.h), who end with
// kLostCode; the launcher ends what is left and starts all from the last checkpoint. With fewer
// allowed (`--elastic min:max`) it goes on at once with one less for each that was lost, and after
// kReturn, when there is a checkpoint to go on from, with as many as there were.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rnem/observer.h"

namespace rnem::cli {

struct RankLaunch {
  int ranks = 1;                       // to start with, and again after a loss
  int fewest = 1;                      // with which it still goes on; == ranks: not elastic
  std::vector<std::string> arguments;  // of one rank, without --resume
  std::filesystem::path out;           // the run's folder
  bool resume = false;
};

// "2:4" or "3"; InputError.
void read_elastic(const std::string& text, RankLaunch& launch);

// Returns when the run is over. Interrupted when it was asked to stop, Error when a rank failed in
// a way that starting again cannot mend.
void launch_ranks(const RankLaunch& launch, Observer& observer);

}  // namespace rnem::cli
