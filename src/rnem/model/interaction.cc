#include "rnem/model/interaction.h"

#include "rnem/model/multiply_adds.h"

namespace rnem::model {

Interaction::Interaction(const ModelConfig& config, std::int64_t input, Parameters& parameters)
    : hidden_(config.interaction_hidden),
      attention_(config.traits().attention && !config.has_places()) {
  const std::int64_t h = hidden_, a = config.attention_hidden;
  const double epsilon = config.norm_epsilon;
  enc_ = parameters.affine("interaction.enc", {h, input});
  enc_norm_ = parameters.norm("interaction.enc", h, epsilon);
  emb_ = parameters.affine("interaction.emb", {h, 2 * (h + config.place_features())});
  emb_norm_ = parameters.norm("interaction.emb", h, epsilon);
  eff_ = parameters.affine("interaction.eff", {h, h});
  eff_norm_ = parameters.norm("interaction.eff", h, epsilon);
  if (attention_) {
    att_hidden_ = parameters.affine("interaction.att.0", {a, h});
    att_norm_ = parameters.norm("interaction.att.0", a, epsilon);
    att_ = parameters.affine("interaction.att.1", {1, a});
  }
}

Effects Interaction::forward(const Ops& ops, const Tensor& theta, const Tensor& place,
                             const Tensor& alpha, std::int64_t k) const {
  const std::int64_t rows = theta.size(0), batch = rows / k, h = hidden_;
  Effects out;
  out.theta_hat = ops.dense(theta, enc_, enc_norm_, Activation::kRelu);
  if (k == 1) {
    out.effect = torch::zeros_like(out.theta_hat);
    return out;
  }
  // MLP_emb on [theta_hat_k; theta_hat_i] is A theta_hat_k + B theta_hat_i: K products, not K(K-1)
  const Tensor one = place.defined() ? torch::cat({out.theta_hat, place}, 1) : out.theta_hat;
  const std::int64_t half = one.size(1);
  const Tensor focus =
      ops.dense(one, {emb_.weight.narrow(1, 0, half), emb_.bias}, {}, Activation::kIdentity);
  const Tensor context =
      ops.dense(one, {emb_.weight.narrow(1, half, half), {}}, {}, Activation::kIdentity);
  const Tensor xi = ops.pairs(focus.reshape({batch, k, h}), context.reshape({batch, k, h}),
                              emb_norm_, Activation::kRelu)
                        .reshape({rows * (k - 1), h});
  const Tensor effects =
      ops.dense(xi, eff_, eff_norm_, Activation::kRelu).reshape({batch, k, k - 1, h});
  if (alpha.defined()) {
    out.alpha = alpha;
  } else if (attention_) {
    const Tensor hidden = ops.dense(xi, att_hidden_, att_norm_, Activation::kTanh);
    out.alpha = ops.dense(hidden, att_, {}, Activation::kSigmoid).reshape({batch, k, k - 1});
  } else {
    out.alpha = torch::ones({batch, k, k - 1}, theta.options());
  }
  out.effect = ops.attend(out.alpha, effects).reshape({rows, h});
  return out;
}

double Interaction::multiply_adds(std::int64_t k) const {
  if (k == 1) return products(enc_.weight);
  double pair = products(eff_.weight);
  if (attention_) pair += products(att_hidden_.weight) + products(att_.weight);
  return products(enc_.weight) + products(emb_.weight) + static_cast<double>(k - 1) * pair;
}

Tensor attention_matrix(const Tensor& alpha) {
  const std::int64_t batch = alpha.size(0), k = alpha.size(1);
  // row k of the flat K×K grid without its diagonal: K*K = 1 + (K-1)(K+1)
  Tensor grid = torch::zeros({batch, k * k}, alpha.options());
  grid.narrow(1, 1, k * k - 1)
      .view({batch, k - 1, k + 1})
      .narrow(2, 0, k)
      .copy_(alpha.reshape({batch, k - 1, k}));
  return grid.view({batch, k, k});
}

}  // namespace rnem::model
