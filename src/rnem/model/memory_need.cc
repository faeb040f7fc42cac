#include "rnem/model/memory_need.h"

#include "rnem/core/error.h"
#include "rnem/ops/layer_spec.h"
#include "rnem/runtime/host.h"

namespace rnem::model {
namespace {

double outputs(const std::vector<std::string>& lines, const ops::FeatureShape& input) {
  double sum = 0;
  for (const auto& layer : ops::parse_layers(lines, input, "model")) {
    sum += static_cast<double>(layer.output.size());
  }
  return sum;
}

double weights_of(const std::vector<std::string>& lines, ops::FeatureShape input) {
  double sum = 0;
  for (const auto& layer : ops::parse_layers(lines, input, "model")) {
    const bool dense = layer.kind == ops::LayerKind::kDense;
    const auto in = static_cast<double>(dense ? input.size() : input.channels);
    const auto out = static_cast<double>(dense ? layer.output.size() : layer.output.channels);
    sum += in * out * static_cast<double>(layer.kernel_height * layer.kernel_width);
    input = layer.output;
  }
  return sum;
}

}  // namespace

double component_step_bytes(const ModelConfig& config, std::int64_t k) {
  constexpr double kFrames = 3;    // psi, gamma and the residual of a component
  constexpr double kStates = 8;    // theta, theta_hat, E, what the cell adds up
  constexpr double kPairRows = 3;  // xi, e and the attention's units of a pair
  const auto pixels = static_cast<double>(config.numbers());
  double floats = kFrames * pixels + kStates * static_cast<double>(config.hidden) +
                  outputs(config.decoder, {0, 0, config.hidden});
  if (config.traits().update == ThetaUpdate::kRecurrent) {
    floats += static_cast<double>(config.encoder_shape().size()) +
              outputs(config.encoder, config.encoder_shape());
  }
  if (config.traits().interaction) {
    floats += kPairRows * static_cast<double>((k - 1) * config.interaction_hidden);
  }
  return floats * sizeof(float);
}

double least_weights(const ModelConfig& config) {
  const auto hidden = static_cast<double>(config.hidden);
  double sum = weights_of(config.decoder, {0, 0, config.hidden});
  if (config.traits().update != ThetaUpdate::kRecurrent) return sum;
  sum += weights_of(config.encoder, config.encoder_shape());
  if (!config.traits().interaction) return sum + hidden * hidden;
  // MLP enc from theta, emb of two, eff, and what the cell makes of it
  const auto pairs = static_cast<double>(config.interaction_hidden);
  return sum + 2 * hidden * pairs + 3 * pairs * pairs;
}

void check_memory(const ModelConfig& config, std::int64_t k, std::int64_t sequences,
                  std::int64_t steps, const std::string& what) {
  constexpr double kGib = 1 << 30;
  const double need = component_step_bytes(config, k) * static_cast<double>(k) *
                      static_cast<double>(sequences) * static_cast<double>(steps) / kGib;
  const double there = runtime::memory_gib();
  if (need <= there) return;
  fail_input(
      "{}: {} sequences of {} steps need about {:.0f} GiB of memory, this machine has {:.1f}", what,
      sequences, steps, need, there);
}

}  // namespace rnem::model
