// Colours that colour-blind readers tell apart, and the pictures of gamma and alpha made of them.
#pragma once

#include <span>

#include "rnem/figures/image.h"

namespace rnem::figures {

// Colours for components and objects on black: the seven hues of Okabe and Ito, then nine found by
// farthest-point search. Any two differ by at least 15 in CIELAB for normal, deuteranope and
// protanope eyes, the first five by 30; they also differ from black, white and kDivided.
inline constexpr int kComponentColors = 16;
Rgb component_color(int k);  // k >= 0; from 16 on the colours repeat

// Colours for lines and bars on white, dark enough to print: Okabe and Ito without yellow, black
// last. They repeat from 7 on; charts then change the dash as well.
inline constexpr int kLineColors = 7;
Rgb line_color(int i);

// A pixel that is divided evenly among all components.
inline constexpr Rgb kDivided{96, 96, 96};
// Pixels that are on but belong to no object, or to several.
inline constexpr Rgb kUngrouped{205, 205, 205};

// gamma [K,H,W], sums to 1 over K -> colour Σ γ_k·c_k + u·(kDivided − mean c), where
// u = (1/Σ γ_k² − 1)/(K − 1) counts the components that share the pixel: 0 for one, which gives its
// pure colour, 1 for all of them alike, which gives grey whatever the mean of the K colours is.
Image assignment_image(std::span<const float> gamma, int k, int height, int width);

// psi [K,H,W]; alpha [K], weight of context component i on focus component `focus`, or empty.
// psi_focus in white; over it every other component i in its colour with opacity alpha_i·psi_i.
// Where several lie on one another the result does not depend on their order.
Image attention_image(std::span<const float> psi, std::span<const float> alpha, int focus, int k,
                      int height, int width);

}  // namespace rnem::figures
