// The side of a rank that does parts for rank 0.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "rnem/experiments/part_office.h"

namespace rnem::experiments {

// The command line of a process that does part NAME alone in `folder`; empty: the current one.
using PartCommand = std::function<std::vector<std::string>(const std::string& name,
                                                           const std::filesystem::path& folder)>;

struct PartWork {
  runtime::RankPlace place;
  std::string settings;
  std::filesystem::path folder;  // of this rank: a folder in it for every part in hand
  int jobs = 1;                  // parts at once; of one all cores, of more one each
  int threads = 1;               // cores of this machine
  PartCommand command;
  std::chrono::milliseconds silence = kSilence;
  std::chrono::milliseconds join = std::chrono::minutes(5);  // for rank 0 to be there
};

// Does parts until rank 0 says that there are none left, or that all stop. InputError when it lets
// us not in, RankLost when it is lost, Interrupted when this rank was asked to stop: the parts in
// hand have saved what they can go on from.
void do_parts_for_rank_zero(const std::vector<Part>& parts, const PartWork& work,
                            Observer& observer);

}  // namespace rnem::experiments
