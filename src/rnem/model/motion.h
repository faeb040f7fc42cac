// How places move: corrected by what is seen, then by a physics that is learned. A filter in the
// shape of Kalman's, its gains and its dynamics from the cell:
//
//   delta    = W_d x_hat                                  how far beside p the object is seen,
//   pixels g_p, g_v = sigmoid(W_g u + b_g)                       gains; u is what the decoder sees
//   p <- p + g_p delta,   v <- v + g_v delta              nothing of it in steps that see nothing
//   s        = relu(W_s [Upsilon; place] + b_s)           events: units start off
//   v' = v + A v + b,   p' = p + (v + v') / 2             A [2,2] and b = W_m s
//
// With no event the way is a straight line, exactly. Where velocity is, is no choice of the
// network's: what is seen in one step can only correct it.
#pragma once

#include "rnem/model/model_config.h"
#include "rnem/model/parameters.h"
#include "rnem/model/place.h"

namespace rnem::model {

class Motion {
 public:
  // sizes of Upsilon, x_hat and u
  Motion(const ModelConfig& config, std::int64_t upsilon, std::int64_t x_hat,
         Parameters& parameters);

  // upsilon [N,U] with the place's features, u [N,M]; x_hat [N,X], undefined when nothing is seen
  Place forward(const Place& place, const Tensor& upsilon, const Tensor& x_hat,
                const Tensor& u) const;

 private:
  Tensor delta_, dynamics_;  // W_d [2,X], W_m [6,S]
  Affine gain_, event_;
};

}  // namespace rnem::model
