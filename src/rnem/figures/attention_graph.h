// Who attends to whom, drawn where the objects are.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rnem/figures/drawing.h"
#include "rnem/figures/rollout.h"

namespace rnem::figures {

// Centre of mass of psi [H,W] in pixels; nothing for a component whose total is below one pixel,
// such as one that holds the background.
std::optional<Point> centre_of_mass(std::span<const float> psi, int height, int width);

// Arrows of weaker attention are left out: they would only be dirt.
inline constexpr double kLeastAttention = 0.1;

// The largest alpha_{k,i} of any step, i != k; 0 when there is none. Figures state it, because a
// graph without arrows may be a model that attends to nothing or one that has no attention.
double strongest_attention(const Rollout& rollout);

// Step t on a dimmed prediction, `scale` times as large: a node in its component's colour at every
// centre, and for every pair an arrow from context i to focus k in the colour of i, whose width and
// opacity grow with alpha_{k,i}. Both directions of a pair run side by side.
Image attention_graph(const Rollout& rollout, int t, int scale);

}  // namespace rnem::figures
