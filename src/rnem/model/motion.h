// How places move: corrected by what is seen, then by a physics that is learned. A Kalman filter
// whose measurement, noise and dynamics come from the networks:
//
//   delta = W_d x_hat                                   how far beside p the object is seen, pixels
//   R     = exp(W_r x_hat + b_r)                        variance of delta
//   K     = [P_pp; P_pv] / (P_pp + R)                   gain
//   p <- p + K_p delta,   v <- v + K_v delta,   P <- P - K [P_pp, P_pv]
//                                                       nothing of it in steps that see nothing
//   then n times (model.motion_steps), each a part of the frame's time:
//   p <- p + v / n
//   v <- v + g_k (A_k v + b_k) + sum_i g_ki N M_ki [c; u]      A, b linear in s_k, M in s_ki, 0 at
//                                                              first; g whether anything happens
//   s_k   = MLP [theta_k; code(p_k); code(p_k + v_k / n); v_k]   where in the frame, and how fast;
//                                                                p also in steps of half a pixel
//   s_ki  = MLP [theta_k; theta_i; code(d); code(d'); c; u]      d, d' apart now and after a
//                                                                straight part, d finely too,
//                                                                c closing, u passing
//   alpha_ki = 1 - prod (1 - g_ki)                             over the parts
//   P' = F P F^T + Q,  F = [1 1; 0 1],  Q = diag(exp(b_p), exp(b_q + W_q [s_k; sum_i s_ki; x_hat]))
//
//   surprise = |delta|^2 / 2 S + log S,  S = P_pp + R          what teaches R and Q: -log N(delta)
//
// With nothing to say the way is a straight line, exactly, and what was seen over many steps is
// averaged: the gain falls by itself and rises when an event makes the velocity uncertain.
// What turns in the middle of a frame has its old velocity before and its new one after: one turn a
// frame would have to draw it half way.
// A pair is seen in its own axes, N = [n, n turned by 90 degrees] with n from k to i: what two
// things do to each other does not depend on the direction in which they lie.
//
// g = sigmoid(w h) from the same hidden units h as s: most of the time nothing happens, and what
// two balls that meet do to each other must be the whole of it. Attention from a network of its
// own, as in the paper, knew places too roughly: it was between 0.1 and 0.55 where balls met, and
// blows as uncertain as that. Without any, all others pushed a little all the time.
//
// Gradients follow the lines, p <- p + v / n and v <- v + A v + ..., and not the question what
// would have happened a little beside: through that one, twenty steps of balls that meet make
// gradients of any size, which say nothing.
#pragma once

#include "rnem/model/model_config.h"
#include "rnem/model/parameters.h"
#include "rnem/model/place.h"

namespace rnem::model {

// What thetas say to the first layers of s_k and s_ki. They are held while nothing is seen, so a
// long way needs it once; and a pair's is a sum over the two: K products, not K(K-1).
struct Looks {
  Tensor alone;  // [B*K,S]
  Tensor pair;   // [B*K*(K-1),S] in alpha's order; undefined without interaction
};

struct Moved {
  Place place;
  Tensor alpha;  // [B,K,K-1] without a gradient; undefined without interaction and for K = 1
};

class Motion {
 public:
  Motion(const ModelConfig& config, std::int64_t x_hat, Parameters& parameters);

  Looks looks(const Tensor& theta, std::int64_t k) const;  // theta [B*K,M]

  // x_hat [B*K,X], undefined when nothing is seen
  Moved forward(const Place& place, const Looks& looks, const Tensor& x_hat, std::int64_t k) const;

  double multiply_adds(std::int64_t k) const;  // of one of K components

 private:
  struct Events {
    Tensor s;  // [N,S] what happens
    Tensor g;  // [N,1] whether
  };
  // two layers: x [N,H] is what the first one's map gave
  struct Network {
    Affine first, next, gate;
    Norm norm;
    Events forward(const Tensor& x) const;
  };
  Events alone(const Tensor& p, const Tensor& v, const Looks& looks) const;
  struct Push {
    Events events;  // of pairs, in alpha's order
    Tensor change;  // [B*K,2] sum_i g_ki N M_ki [c; u]
  };
  Push push(const Tensor& p, const Tensor& v, const Looks& looks, std::int64_t k) const;

  std::int64_t hidden_, height_, width_, window_, parts_;
  Tensor delta_;                    // W_d [2,X]
  Affine measured_;                 // W_r [1,X], b_r
  Network alone_, pair_;            // of s_k and s_ki
  Tensor dynamics_, matrix_;        // A and b [6,S], M [4,S]
  Affine drift_;                    // W_q of s_k [1,S], b_q
  Tensor pair_drift_, seen_drift_;  // W_q of the sum of s_ki [1,S] and of x_hat [1,X]
  Tensor wander_;                   // b_p [1]
};

}  // namespace rnem::model
