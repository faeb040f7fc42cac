// Energy of motion, measured from places alone, so that models and truth are treated alike.
#pragma once

#include <span>
#include <vector>

#include "rnem/metrics/object_tracks.h"

namespace rnem::metrics {

inline constexpr int kEnergyFrames = 4;  // a velocity is the way of so many frames
// A path that leaves its chord by more than this has turned: a bounce has no one velocity. Centres
// of drawn discs are good to about 0.2.
inline constexpr double kTurn = 0.5;  // pixels

// ½ m v² at every place of the path of one object, v from there to kEnergyFrames later; kUnknown
// where the way turns, is not known or ends.
std::vector<double> path_energy(std::span<const Point> path, double mass);

// The mean over the objects of ½ m v² at steps observe .. T-1 [T], mass [O]; kUnknown before and
// where no object flies straight. Squared pixels per frame, times mass.
struct EnergyCourse {
  std::vector<double> model;  // of the components of the objects
  std::vector<double> truth;  // the same measure of the true places
};
EnergyCourse energy_course(const ObjectTruth& truth, const Tracks& tracks,
                           const std::vector<int>& component_of, std::span<const float> mass,
                           int observe);

}  // namespace rnem::metrics
