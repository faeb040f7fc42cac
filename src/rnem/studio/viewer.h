// One visitor's view: a model in front of a scene, and where the two have got to.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rnem/model.h"
#include "rnem/studio/edit.h"
#include "rnem/studio/measures.h"
#include "rnem/studio/scene.h"

namespace rnem::studio {

struct ViewerSettings {
  std::int64_t k = 0;      // components; 0: as trained
  double noise = 0.0;      // flip probability of input pixels
  std::uint64_t seed = 1;  // of the noise and of where EM starts
  std::string rule = {};   // as SimulateOptions::rule
};

// What is asked for in one request.
struct Advance {
  static constexpr int kMostSteps = 64;

  int steps = 1;                           // 0: the present once more, after the edits
  std::optional<std::uint32_t> from = {};  // go on from this step of the past
  bool alone = false;                      // the model sees nothing
  bool inside = false;                     // records with all that components have
  int action = 0;                          // of games
  std::optional<double> noise = {};
  std::optional<std::int64_t> k = {};  // other components: EM starts anew, here
  std::vector<Edit> edits = {};
};

class Viewer {
 public:
  // Steps that one can go back, and how far apart whole states are kept in between.
  static constexpr std::size_t kPast = 400, kKeyEvery = 10;

  // InputError when the model does not fit the scene.
  Viewer(std::shared_ptr<const Model> model, std::unique_ptr<Scene> scene,
         const ViewerSettings& settings);

  // Records of the steps (record.h). InputError when `from` is too long ago.
  std::string advance(const Advance& wanted);

  std::uint32_t step() const { return past_.back().step; }
  const Scene& scene() const { return *past_.back().scene; }
  std::int64_t k() const;

 private:
  // A step of the past: enough to come back to it.
  struct Moment {
    std::uint32_t step = 0;
    std::shared_ptr<const Scene> scene;
    Hand hand;
    Measures measures;
    bool alone = false;
    int action = 0;
    double noise = 0;
    std::int64_t k = 0;
    std::optional<Measured> measured;
    // at every kKeyEvery-th step, and where something was changed
    std::optional<Stream> stream;
    std::optional<WatchedStep> seen;
  };

  void start_stream(std::int64_t k);
  void go_back(std::uint32_t step);
  void apply(const Advance& wanted);
  void keep(Moment& moment) const;
  void take_step(const Advance& wanted);
  at::Tensor frame(const Moment& moment) const;
  at::Tensor action_row(int action) const;
  void write(bool inside, double milliseconds, std::string& out) const;

  std::shared_ptr<const Model> model_;
  ViewerSettings settings_;
  std::optional<Stream> stream_;
  std::deque<Moment> past_;  // the last is now
  std::optional<WatchedStep> last_;
};

}  // namespace rnem::studio
