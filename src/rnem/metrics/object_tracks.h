// Where the components of a model are over time, and how they stand to the true objects.
#pragma once

#include <cstdint>
#include <vector>

#include "rnem/metrics/object_truth.h"
#include "rnem/metrics/roc.h"
#include "rnem/model/em_loop.h"

namespace rnem::metrics {

// psi [B,K,D] of frames of the given width -> [B,K,2] double (x, y): centre of mass of the pixels
// that are not dark, weighted by psi_k; NaN for a component without any. Thousands of nearly dark
// ones would pull it to the middle of the frame.
torch::Tensor component_centres(const torch::Tensor& psi, std::int64_t width);

// One sequence. Step t of 0 .. T-1 is about frame t + 1.
struct Tracks {
  int steps = 0, k = 0;
  std::vector<Point> centre;        // [T,K]; NaN for an empty component
  std::vector<std::int64_t> owned;  // [T,O,K] pixels of object o whose largest gamma is k's; empty
                                    // without masks
  std::vector<double> drawn;        // [T,O] mean of max_k psi_k on the object's visible pixels, NaN
                                    // where there are none; empty without masks
  std::vector<float> attention;     // [T,K,K] focus, context; empty without attention

  const Point& centre_at(int t, int component) const { return centre[t * k + component]; }
};

// Steps until the grouping has formed; the paper shows what comes after them.
inline constexpr int kSettledSteps = 10;

// The first step of those that count for tracking: of few steps the second half.
int first_settled_step(int steps);

// Component of every object, -1 for none: cheapest total of mean distances over steps first ..
// end-1; an empty component is as far as the frame is wide.
std::vector<int> match_components(const ObjectTruth& truth, const Tracks& tracks, int first,
                                  int end, double frame_width);

// Mean distance in pixels of the objects from their components at step t; NaN when none has one.
double position_error(const ObjectTruth& truth, const Tracks& tracks,
                      const std::vector<int>& component_of, int t);

// Who owns what, from the pixels that components claim in the settled steps; needs masks.
struct Ownership {
  int found = 0;     // objects with a component that holds most of their pixels and leads no other
  int switches = 0;  // changes of an object's leading component from one step to the next
};
Ownership ownership(const ObjectTruth& truth, const Tracks& tracks);

// Behind the curtain.
struct HiddenTracking {
  double error_sum = 0;                // pixels, over the (object, step) pairs with a position
  std::int64_t hidden = 0;             // pairs in which at least half of the object is hidden
  std::int64_t positions = 0;          // those whose component has a position
  std::int64_t returns = 0, same = 0;  // full disappearances that ended; with the same leader after
};
HiddenTracking hidden_tracking(const ObjectTruth& truth, const Tracks& tracks,
                               const std::vector<int>& component_of);

// alpha_{k,i} of the components of two objects, and whether these collide in the step from t, for
// every ordered pair and settled step that the data can tell.
void append_attention(const ObjectTruth& truth, const Tracks& tracks,
                      const std::vector<int>& component_of, std::vector<Scored>& examples);

}  // namespace rnem::metrics
