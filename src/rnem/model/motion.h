// How places move: corrected by what is seen, then by a physics that is learned. A Kalman filter
// whose measurement, noise and dynamics come from the networks:
//
//   delta = W_d x_hat                                   how far beside p the object is seen, pixels
//   R     = exp(W_r x_hat + b_r)                        variance of delta
//   K     = [P_pp; P_pv] / (P_pp + R)                   gain
//   p <- p + K_p delta,   v <- v + K_v delta,   P <- P - K [P_pp, P_pv]
//                                                       nothing of it in steps that see nothing
//   s_k   = MLP [theta_k; code(p_k); code(p_k + v_k); v_k]     where in the frame, and how fast
//   s_ki  = MLP [theta_k; theta_i; code(d); code(d'); c; u]    d, d' apart now and after a straight
//                                                              step, c closing, u passing
//   v' = v + A_k v + b_k + sum_i alpha_ki N M_ki [c; u]        A, b linear in s_k, M in s_ki, 0 at
//                                                              first
//   p' = p + (v + v') / 2
//   P' = F P F^T + Q,  F = [1 1; 0 1],  Q = diag(exp(b_p), exp(b_q + W_q s_k))
//
// With nothing to say the way is a straight line, exactly, and what was seen over many steps is
// averaged: the gain falls by itself and rises when an event makes the velocity uncertain.
// A pair is seen in its own axes, N = [n, n turned by 90 degrees] with n from k to i: what two
// things do to each other does not depend on the direction in which they lie.
//
// Gradients follow the lines, p' = p + (v + v') / 2 and v' = v + A v + ..., and not the question
// what would have happened a little beside: through that one, twenty steps of balls that meet make
// gradients of any size, which say nothing.
#pragma once

#include "rnem/model/model_config.h"
#include "rnem/model/parameters.h"
#include "rnem/model/place.h"

namespace rnem::model {

class Motion {
 public:
  Motion(const ModelConfig& config, std::int64_t x_hat, Parameters& parameters);

  // theta [B*K,M] and alpha [B,K,K-1] of this step, alpha undefined without interaction; x_hat
  // [B*K,X], undefined when nothing is seen
  Place forward(const Place& place, const Tensor& theta, const Tensor& alpha, const Tensor& x_hat,
                std::int64_t k) const;

  double multiply_adds(std::int64_t k) const;  // of one of K components

 private:
  // sum_i alpha_ki N M_ki [c; u] [B*K,2]
  Tensor push(const Tensor& p, const Tensor& v, const Tensor& theta, const Tensor& alpha,
              std::int64_t k) const;

  std::int64_t height_, width_, window_;
  Tensor delta_;         // W_d [2,X]
  Affine measured_;      // W_r [1,X], b_r
  Affine alone_, pair_;  // first layers of s_k and s_ki
  Affine alone_next_, pair_next_;
  Norm alone_norm_, pair_norm_;
  Tensor dynamics_, matrix_;  // A and b [6,S], M [4,S]
  Affine drift_;              // W_q [1,S], b_q
  Tensor wander_;             // b_p [1]
};

}  // namespace rnem::model
