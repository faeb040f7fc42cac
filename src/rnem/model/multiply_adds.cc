#include "rnem/model/multiply_adds.h"

#include <set>

#include "rnem/core/error.h"
#include "rnem/ops/layer_spec.h"

namespace rnem::model {
namespace {

using ops::FeatureShape;
using ops::LayerKind;
using ops::LayerSpec;

// Small rows that the kernel of each large row touches, summed over the large rows.
std::int64_t distinct_taps(std::int64_t small, std::int64_t large, std::int64_t kernel) {
  std::int64_t sum = 0;
  for (std::int64_t y = 0; y < large; ++y) {
    std::set<std::int64_t> touched;
    const std::int64_t first = y - (kernel - 1) / 2;
    // shifted by one image so that rows above the border divide like the others
    for (std::int64_t tap = 0; tap < kernel; ++tap) {
      touched.insert((first + tap + large * kernel) * small / large);
    }
    sum += static_cast<std::int64_t>(touched.size());
  }
  return sum;
}

double layer_multiply_adds(const FeatureShape& input, const LayerSpec& layer) {
  const FeatureShape& output = layer.output;
  if (layer.kind == LayerKind::kDense) return static_cast<double>(input.size() * output.size());
  const std::int64_t taps =
      layer.kind == LayerKind::kConv
          ? output.height * output.width * layer.kernel_height * layer.kernel_width
          : distinct_taps(input.height, output.height, layer.kernel_height) *
                distinct_taps(input.width, output.width, layer.kernel_width);
  return static_cast<double>(taps * input.channels * output.channels);
}

// Returns the size of the output and adds to `sum`.
std::int64_t add_network(const std::vector<std::string>& lines, FeatureShape input, const char* key,
                         double& sum) {
  for (const LayerSpec& layer : ops::parse_layers(lines, input, key)) {
    sum += layer_multiply_adds(input, layer);
    input = layer.output;
  }
  return input.size();
}

}  // namespace

double multiply_adds(const model::Settings& settings) {
  const model::ModelConfig& config = settings.model;
  const std::int64_t k = settings.em.k;
  RNEM_CHECK(config.kind != "n-em", "the M-step of n-em is a gradient, not a network");
  const std::int64_t m = config.hidden, h = config.interaction_hidden, a = config.attention_hidden;
  const std::int64_t acting = config.actions > 0 ? config.action_embedding : 0;
  double sum = static_cast<double>(acting * config.actions) / static_cast<double>(k);
  const std::int64_t x_hat =
      add_network(config.encoder, config.encoder_shape(), "model.encoder", sum);
  std::int64_t cell_input = m + x_hat + acting, cell_output = m;
  if (config.kind == "lstm") cell_output = 4 * m;
  if (config.kind == "r-nem" || config.kind == "r-nem-noatt") {
    cell_input = 2 * h + x_hat + acting;
    const std::int64_t attention = config.kind == "r-nem" ? h * a + a : 0;
    const std::int64_t pairs = k - 1;
    sum += static_cast<double>((m + acting) * h + (pairs > 0 ? 2 * h * h : 0) +
                               pairs * (h * h + attention));
  }
  sum += static_cast<double>(cell_input * cell_output);
  add_network(config.decoder, {0, 0, m}, "model.decoder", sum);
  return sum;
}

}  // namespace rnem::model
