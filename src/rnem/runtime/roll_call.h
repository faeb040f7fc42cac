// Who of a job is there: one connection from every rank to rank 0, from the handshake to the end.
//
// A thread of each rank says "I am here" several times within the time limit, how many steps the
// ranks take together its computation has come to, and whether it moves. Rank 0 hears all of it and
// tells everyone who is lost:
//
//   gone     its connection ended without a good-bye (it was killed): noticed at once
//   silent   nothing was heard of it for the limit (the machine or the network is gone, it sleeps)
//   hangs    it lives, but its computation is behind the others' and did not move for the limit
//
// That rank 0 is lost the others see themselves. The connections also carry what the ranks write
// on a common board, which the rendezvous of the engine needs.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "rnem/error.h"
#include "rnem/runtime/handshake.h"
#include "rnem/runtime/rank_place.h"

namespace rnem::runtime {

// Another rank is not there any more: what() says which and why. The job can go on from its last
// checkpoint, started anew.
class RankLost : public Error {
 public:
  using Error::Error;
};

class RollCall {
 public:
  // Returns when all ranks are there. InputError: see handshake.h, and a port that is taken. Error
  // when some have not come in `patience`.
  RollCall(const RankPlace& place, const RankClaims& claims, std::chrono::milliseconds limit,
           std::chrono::milliseconds patience);
  ~RollCall();  // says good-bye

  void enter();        // the computation has come to the next step that all take together
  void beat();         // it goes on within one
  void check() const;  // RankLost once somebody is
  bool lost() const;
  // Something failed that only a lost rank explains: waits until it is known which. RankLost.
  [[noreturn]] void explain(const std::string& symptom);
  // This rank ends, and the others hear why.
  void leave(const std::string& why);

  void write(const std::string& key, const std::string& value);
  std::string read(const std::string& key);  // waits for it; RankLost

  std::string own_address() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rnem::runtime
