// Which part is done next, and how long the rest will take.
#pragma once

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "rnem/experiments/part.h"
#include "rnem/experiments/remaining_time.h"

namespace rnem::experiments {

class PartQueue {
 public:
  PartQueue(const std::vector<Part>& parts, const std::filesystem::path& folder,
            const std::vector<std::size_t>& to_do);

  // The next part whose predecessors are done, one of those that are preferred if there is any;
  // null when there is none now. A part whose predecessor failed is left out.
  const Part* take(const std::set<std::string>& preferred = {});
  void put_back(const Part& part);  // who took it is gone
  void finish(const Part& part);    // its record is in the folder
  void give_up(const Part& part);

  std::size_t size() const { return size_; }  // of all that was to be done

  // Until all are done, by those who do one part at a time with so many cores each.
  double seconds_left(const std::vector<double>& cores) const;

 private:
  using Clock = std::chrono::steady_clock;

  bool any_of(const std::vector<std::string>& names, const std::set<std::string>& set) const;

  const std::vector<Part>& parts_;
  const std::filesystem::path folder_;
  const std::size_t size_;
  std::set<std::size_t> waiting_;
  std::map<std::size_t, Clock::time_point> taken_;  // and when
  std::set<std::string> pending_;                   // names of both
  std::set<std::string> failed_;                    // and of those that cannot be done
  RemainingTime times_;
};

}  // namespace rnem::experiments
