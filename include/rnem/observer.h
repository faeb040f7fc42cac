// What long work says about itself, and how it is asked to stop.
//
// The library writes nothing to the terminal: whoever starts a training, an evaluation, a
// simulation or the making of a data file hands in an Observer. The program prints what it hears
// and stops on Ctrl-C; Python calls back; a test records. All calls come from the thread that does
// the work.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace rnem {

// How far a piece of work is.
struct Progress {
  enum class Phase { kBegun, kGoing, kDone, kLeft };  // kLeft: an error or a stop ended it early

  std::string what;  // "evaluating"
  std::string unit;  // "sequences"
  std::int64_t total = 0;
  std::int64_t first = 0;  // what was done before it began, by an earlier run
  std::int64_t done = 0;
  std::string detail = {};  // losses, a file's size: what it tells about itself
  Phase phase = Phase::kBegun;
};

// One update of a training. NaN: not known.
struct UpdateReport {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  std::int64_t update = 0;  // how many are done, this one included
  std::int64_t steps = 0;   // EM steps of its window
  double epoch = 0, rate = 0;
  double loss = kNone, intra = kNone, inter = kNone, gradient_norm = kNone;
  double ari = kNone;   // of the last observed step, for updates that are logged
  double seconds = 0;   // of the run
  bool applied = true;  // false: it was not finite and left the weights as they were
};

struct ValidationReport {
  std::int64_t update = 0;
  double loss = 0, intra = 0, inter = 0;
  double ari = UpdateReport::kNone;
  bool best = false;  // the lowest loss so far
};

struct CheckpointReport {
  std::int64_t update = 0;
  std::string folder;
};

class Observer {
 public:
  virtual ~Observer() = default;

  virtual void note(const std::string& line) { static_cast<void>(line); }
  virtual void progress(const Progress& now) { static_cast<void>(now); }
  virtual void update(const UpdateReport& report) { static_cast<void>(report); }
  virtual void validation(const ValidationReport& report) { static_cast<void>(report); }
  virtual void checkpoint(const CheckpointReport& report) { static_cast<void>(report); }

  // Asked often. true: the work saves what it has and throws Interrupted.
  virtual bool should_stop() { return false; }
};

}  // namespace rnem
