// The interaction function Upsilon of R-NEM (paper eq. 6): what the other components do to k.
//
//   theta_hat_k = MLP_enc(theta_k)
//   xi_ki       = MLP_emb([theta_hat_k; theta_hat_i])       for every i != k
//   e_ki        = MLP_eff(xi_ki)
//   alpha_ki    = MLP_att(xi_ki)                            (1 without attention)
//   E_k         = sum_i alpha_ki e_ki
//   Upsilon_k   = [theta_hat_k; E_k]
#pragma once

#include "rnem/model/model_config.h"
#include "rnem/model/parameters.h"
#include "rnem/ops/ops.h"

namespace rnem::model {

struct Effects {
  Tensor theta_hat;  // [B*K,H]
  Tensor effect;     // [B*K,H] the sum E_k
  Tensor alpha;      // [B,K,K-1], entry j is i = j < k ? j : j + 1; undefined for K = 1
};

class Interaction {
 public:
  // input: size of theta plus the action embedding
  Interaction(const ModelConfig& config, std::int64_t input, Parameters& parameters);

  // theta [B*K,input] -> effects on every component. place [B*K,4] (place_features) or undefined:
  // pairs are told both, so that a linear map of them holds where one is seen from the other.
  // alpha [B,K,K-1]: attention that was decided elsewhere (motion.h); undefined: its own.
  Effects forward(const Ops& ops, const Tensor& theta, const Tensor& place, const Tensor& alpha,
                  std::int64_t k) const;

  std::int64_t output_size() const { return 2 * hidden_; }
  double multiply_adds(std::int64_t k) const;  // of one of K components

 private:
  std::int64_t hidden_;
  bool attention_;
  Affine enc_, emb_, eff_, att_hidden_, att_;
  Norm enc_norm_, emb_norm_, eff_norm_, att_norm_;
};

// alpha [B,K,K-1] -> [B,K,K] with a zero diagonal
Tensor attention_matrix(const Tensor& alpha);

}  // namespace rnem::model
