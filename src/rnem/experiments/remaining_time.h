// How long the parts that are not done will take.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "rnem/experiments/part.h"

namespace rnem::experiments {

// From the recorded times of like parts: work / (seconds * threads) by kind. Kinds that have none
// yet are taken to be as fast as a machine of 2018; parts without work take no time.
class RemainingTime {
 public:
  RemainingTime(const std::filesystem::path& folder, const std::vector<Part>& parts);

  void finished(const std::filesystem::path& folder, const Part& part);
  double seconds(const Part& part) const;  // of one core

 private:
  struct Sum {
    double work = 0, core_seconds = 0;
  };
  std::map<std::string, Sum> by_kind_;
};

}  // namespace rnem::experiments
