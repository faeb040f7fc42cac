// The objects of simulated sequences: how far they are off, whether they live, how they move.
#pragma once

#include <memory>
#include <vector>

#include "rnem/evaluation/simulate.h"
#include "rnem/metrics/carrying.h"
#include "rnem/metrics/start_error.h"
#include "rnem/metrics/violations.h"

namespace rnem::evaluation {

// What was seen of one sequence.
struct SimulatedSequence {
  const worlds::Sequence& sequence;  // as recorded
  const ObjectTruth& truth;          // goes on beyond that where the physics is known
  const Tracks& tracks;
  const Outlines& outlines;
  const Readings* readings = nullptr;  // data with a curtain, if asked for
};

// Fills in what a Simulation says about objects, for K > 1.
class SimulatedObjects {
 public:
  SimulatedObjects(const Session& session, Simulation& result);

  // The world whose physics goes on with a sequence; nullptr when there is none.
  const worlds::World* world() const { return world_.get(); }

  void add(std::int64_t n, const SimulatedSequence& seen);

  // The limit depends on the errors of all sequences when they were let go, so it comes last.
  void finish();

 private:
  void record(const char* key, std::int64_t n, const std::vector<double>& by_step);
  void add_places(std::int64_t n, const SimulatedSequence& seen,
                  const std::vector<int>& component_of);
  void add_life(std::int64_t n, const SimulatedSequence& seen);
  void add_physics(std::int64_t n, const SimulatedSequence& seen,
                   const std::vector<int>& component_of);

  const Session& session_;
  Simulation& result_;
  worlds::Shape shape_;
  std::shared_ptr<const worlds::World> world_;
  std::vector<double> sizes_;  // radii that occur, pixels
  StartErrors start_;
  std::vector<std::vector<worlds::Disc>> let_go_;  // [N] true states; empty when not known
};

}  // namespace rnem::evaluation
