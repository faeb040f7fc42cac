// Everybody who watches: so many at once, and none for long without asking for a frame.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "rnem/studio/engine.h"
#include "rnem/studio/viewer.h"

namespace rnem::studio {

class Viewers {
 public:
  struct Limits {
    std::size_t most = 32;
    std::chrono::seconds idle{600};  // after which a viewer is forgotten
    std::chrono::seconds spare{20};  // ... when its place is wanted
  };

  Viewers(Engine& engine, const Limits& limits) : engine_(engine), limits_(limits) {}

  // -> its id, which nobody can guess. Busy when there is no place.
  std::string add(std::unique_ptr<Viewer> viewer);

  // Records of the steps; NotFoundError when there is no such viewer (any more).
  std::string advance(const std::string& id, const Advance& wanted);

  void remove(const std::string& id);
  void forget_idle();
  std::size_t count() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Place {
    std::shared_ptr<Viewer> viewer;
    Clock::time_point used;
  };

  Engine& engine_;
  Limits limits_;
  mutable std::mutex mutex_;
  std::map<std::string, Place> places_;
};

// 32 hexadecimal digits from the system's source of randomness.
std::string random_name();

}  // namespace rnem::studio
