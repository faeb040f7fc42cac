// Rank 0's side of parts that other ranks do: lets them in, hands parts out, takes what they made.
//
// Ranks may come at any time, go, and come again: what one had in hand is free again as soon as it
// is gone (at once) or silent (after kSilence).
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "rnem/experiments/part.h"
#include "rnem/experiments/part_link.h"
#include "rnem/observer.h"
#include "rnem/runtime/handshake.h"
#include "rnem/runtime/rank_place.h"

namespace rnem::experiments {

inline constexpr auto kSilence = std::chrono::seconds(60);

// What all ranks must agree on.
runtime::RankClaims part_claims(const runtime::RankPlace& place, const std::string& settings);

class PartOffice {
 public:
  // `folder`: of the reproduction; what comes lies in ranks/0 until it is whole.
  PartOffice(const runtime::RankPlace& place, const std::string& settings,
             const std::vector<Part>& parts, std::filesystem::path folder, Observer& observer,
             std::chrono::milliseconds silence = kSilence);

  struct News {
    enum What { kIsDone, kHasFailed, kIsFree } what;
    const Part* part;
    int rank;
    std::string text = {};  // of a failure
  };
  // Serves all, and waits for something to happen, but at most so long.
  std::vector<News> attend(std::chrono::milliseconds at_most);

  // A rank that can do one more part, and those that it began before.
  struct Hand {
    int rank;
    std::set<std::string> begun;
  };
  std::vector<Hand> free_hands() const;
  void hand_out(int rank, const Part& part);

  std::vector<double> cores() const;  // of every hand, free or not

  // Tells all that nothing is left to do, also those that come late, or to save and to stop. Waits
  // some seconds for them to go.
  void end() { take_leave(kEnd); }
  void stop() { take_leave(kStop); }

 private:
  struct Worker {
    PartLink link;
    std::vector<std::set<std::string>> free = {};  // a set of begun parts for every free hand
    std::vector<double> cores = {};
    std::map<std::string, const Part*> in_hand = {};
  };

  void admit(runtime::Connection caller, std::vector<News>& news);
  void hear(int rank, Worker& worker, const runtime::Message& message, std::vector<News>& news);
  void take_in(int rank, Worker& worker, const Part& part, std::vector<News>& news);
  void drop(int rank, const std::string& why, std::vector<News>& news);
  void take_leave(char kind);
  const Part* in_hand(Worker& worker, const std::string& name);
  std::filesystem::path incoming(int rank, const std::string& part) const;

  runtime::RankPlace place_;
  runtime::RankClaims claims_;
  const std::vector<Part>& parts_;
  std::filesystem::path folder_;
  Observer& observer_;
  std::chrono::milliseconds silence_;
  runtime::RankClock::time_point began_;
  runtime::Socket listener_;
  std::map<int, Worker> workers_;
  std::set<int> seen_;  // ranks that have been here
  char leaving_ = 0;    // kEnd or kStop, once it is said
};

}  // namespace rnem::experiments
