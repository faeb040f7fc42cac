// RNN-EM and R-NEM: the M-step is a recurrent encoder-decoder (paper section 2.1, last part,
// and 2.2).
//
//   x_hat_k     = encoder(gamma_k (x - psi_k))
//   theta_k     = cell(theta, x_hat_k)          with or without interaction
//   psi_k       = decoder(decoder_input_k)
#pragma once

#include <memory>

#include "rnem/model/model.h"

namespace rnem::model {

class RecurrentEm final : public Model {
 public:
  RecurrentEm(const Settings& settings, std::uint64_t seed);

  MStep m_step(const Ops& ops, const State& state, const Tensor& x,
               const Tensor& action) const override;
  std::vector<CellState> carry(const Ops& ops, const CellState& cell, std::int64_t k,
                               std::int64_t steps) const override;
  double multiply_adds(std::int64_t k) const override;

 private:
  // x_hat [B*K,X]; of an undefined x, the vector that was learned for it, or nothing with places
  Tensor encode(const Ops& ops, const State& state, const Tensor& x) const;

  std::unique_ptr<Network> encoder_;
  Affine action_;
  Norm action_norm_;
  std::unique_ptr<Cell> cell_;
  std::unique_ptr<Network> decoder_;
  Tensor blind_;  // [X]
};

}  // namespace rnem::model
