// N-EM: the M-step is a gradient-ascent step on Q (paper eq. 2).
//
//   theta_k <- theta_k + eta dQ/dtheta_k,   psi_k = f_phi(sigmoid(theta_k)),
//   Q = sum_k,i gamma_k,i [x_i log psi_k,i + (1 - x_i) log(1 - psi_k,i)]
//
// When f_phi is one fully connected sigmoid layer without norm the step has the closed form
//   theta_k <- theta_k + eta sigmoid'(theta_k) * W^T (gamma_k (x - psi_k)).
#pragma once

#include <memory>

#include "rnem/model/model.h"

namespace rnem::model {

enum class MStepForm { kFastest, kAutomatic };

class GradientEm final : public Model {
 public:
  // kAutomatic differentiates also where a closed form exists: the test's slow twin.
  GradientEm(const Settings& settings, std::uint64_t seed, MStepForm form = MStepForm::kFastest);

  MStep m_step(const Ops& ops, const State& state, const Tensor& x,
               const Tensor& action) const override;
  double multiply_adds(std::int64_t k) const override;

 private:
  Tensor decode(const Ops& ops, const Tensor& theta) const;  // [N,M] -> [N,D]
  Tensor closed_form_ascent(const Tensor& theta, const Tensor& residual) const;
  Tensor automatic_ascent(const Ops& ops, const Tensor& theta, const Tensor& gamma,
                          const Tensor& x) const;

  std::unique_ptr<Network> decoder_;
  Tensor eta_;             // one number
  Tensor linear_decoder_;  // W [D,M] when the closed form applies
};

}  // namespace rnem::model
