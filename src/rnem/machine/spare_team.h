// Makes waiting short for every thread of the process.
//
// libgomp lets a thread that waits for others spin (300 000 times by default, about a
// millisecond) before it sleeps, and only 100 times as soon as the threads of all its teams
// outnumber the processors. The counts are read from the environment when the library is loaded,
// but the comparison is made at each wait. So a team of sleeping threads, kept open, is a switch.
#pragma once

#include <atomic>
#include <latch>
#include <thread>

namespace rnem::machine {

// Open while it lives. Its threads do nothing; no other team's size or work changes.
class SpareTeam {
 public:
  // Returns when waiting is short. Throws std::system_error when the system refuses threads.
  SpareTeam();
  // Returns when waiting is as before.
  ~SpareTeam();
  SpareTeam(const SpareTeam&) = delete;
  SpareTeam& operator=(const SpareTeam&) = delete;

 private:
  static void sleep_in_team(void* team);

  std::latch opened_{1}, closing_{1};
  std::atomic<unsigned> left_{0};  // threads that need this object no more
  // libgomp keeps the threads of a team that ended, and counts them, until the thread that opened
  // it ends: so this one is made for it
  std::thread opener_;
};

}  // namespace rnem::machine
