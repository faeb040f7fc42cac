#include "rnem/ops/loss_config.h"

namespace rnem::ops {

OptionTable options(LossConfig& c) {
  return {
      Option{"loss.prior", &c.prior, "mean of the pixel prior", 0, 0.999}.formerly("model.prior"),
      Option{"loss.inter_weight", &c.inter_weight, "weight w of the inter-cluster loss", 0, 1000}
          .formerly("model.inter_weight"),
      Option{"loss.through_gamma", &c.through_gamma, "let gradients through gamma"}.formerly(
          "model.gamma_gradient"),
      Option{"loss.steps", &c.steps, "steps that count: all, last, or numbers from 1 (\"10,20\")"}
          .formerly("training.loss_steps"),
      one_of("loss.pixels", &c.pixels, "likelihood of a pixel: the paper's, or of grey and colour",
             {"bernoulli", "gaussian"}),
      {"loss.deviation", &c.deviation, "gaussian: standard deviation of a channel", 0.01, 1},
      {"loss.learn_deviation", &c.learn_deviation, "gaussian: learn the deviation"},
  };
}

}  // namespace rnem::ops
