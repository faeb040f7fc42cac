#include "rnem/ops/layer_spec.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>

#include "rnem/core/error.h"
#include "rnem/core/nearest.h"

namespace rnem::ops {
namespace {

class LineReader {
 public:
  LineReader(std::string_view key, const std::string& line)
      : key_(key), line_(line), words_(line) {}

  std::string word(const char* what) {
    std::string text;
    if (!(words_ >> text)) expected(what);
    return text;
  }
  bool next(std::string& text) { return static_cast<bool>(words_ >> text); }

  // "8x8x64" -> {8, 8, 64}
  std::vector<std::int64_t> sizes(const std::string& text, const char* what) const {
    std::vector<std::int64_t> values;
    std::stringstream parts(text);
    for (std::string part; std::getline(parts, part, 'x');) {
      std::int64_t value = 0;
      const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
      if (error != std::errc() || end != part.data() + part.size() || value < 1 ||
          value > 1 << 20) {
        expected(what);
      }
      values.push_back(value);
    }
    return values;
  }

  [[noreturn]] void expected(const std::string& what) const {
    fail_input("{}: layer \"{}\": expected {}", key_, line_, what);
  }

 private:
  std::string_view key_;
  const std::string& line_;
  std::istringstream words_;
};

Activation parse_activation(const std::string& word, const LineReader& line) {
  static const std::map<std::string, Activation> kNames = {{"relu", Activation::kRelu},
                                                           {"elu", Activation::kElu},
                                                           {"tanh", Activation::kTanh},
                                                           {"sigmoid", Activation::kSigmoid},
                                                           {"linear", Activation::kIdentity}};
  const auto found = kNames.find(word);
  if (found == kNames.end()) {
    line.expected("an activation (relu, elu, tanh, sigmoid, linear), got '" + word + "'");
  }
  return found->second;
}

void parse_kernel(LayerSpec& layer, std::string text, const LineReader& line) {
  const auto slash = text.find('/');
  if (slash != std::string::npos) {
    const auto stride = line.sizes(text.substr(slash + 1), "a stride like 4x4/2");
    if (stride.size() != 1) line.expected("one stride for both axes, like 4x4/2");
    layer.stride = stride[0];
    text.resize(slash);
  }
  const auto kernel = line.sizes(text, "a kernel size like 4x4");
  if (kernel.size() != 2) line.expected("a kernel size like 4x4");
  layer.kernel_height = kernel[0];
  layer.kernel_width = kernel[1];
}

LayerSpec parse_layer(const std::string& text, const FeatureShape& input, std::string_view key) {
  LineReader line(key, text);
  LayerSpec layer;
  const std::string kind = line.word("conv, fc or up");
  if (kind == "fc") {
    layer.kind = LayerKind::kDense;
    const auto size = line.sizes(line.word("a size"), "a size like 512 or 8x8x64");
    if (size.size() != 1 && size.size() != 3) line.expected("a size like 512 or 8x8x64");
    layer.output =
        size.size() == 1 ? FeatureShape{0, 0, size[0]} : FeatureShape{size[0], size[1], size[2]};
  } else if (kind == "conv" || kind == "up") {
    layer.kind = kind == "conv" ? LayerKind::kConv : LayerKind::kUpsampleConv;
    if (!input.is_map()) line.expected("a map as input: the layer before gives a vector");
    parse_kernel(layer, line.word("a kernel size like 4x4"), line);
    const auto channels = line.sizes(line.word("a number of channels"), "a number of channels");
    if (channels.size() != 1) line.expected("one number of channels");
    if (layer.kind == LayerKind::kUpsampleConv) {
      if (layer.stride != 1) line.expected("no stride after 'up'");
      layer.output = {2 * input.height, 2 * input.width, channels[0]};
    } else {
      const auto shrink = [&](std::int64_t n) { return (n + layer.stride - 1) / layer.stride; };
      layer.output = {shrink(input.height), shrink(input.width), channels[0]};
    }
  } else {
    line.expected("conv, fc or up, got '" + kind + "'");
  }
  layer.activation = parse_activation(line.word("an activation"), line);
  for (std::string word; line.next(word);) {
    if (word == "plain") {
      layer.norm = false;
    } else if (word == "nobias") {
      layer.bias = false;
    } else if (word == "to" && layer.kind == LayerKind::kUpsampleConv) {
      const auto size = line.sizes(line.word("a size like 11x11"), "a size like 11x11");
      if (size.size() != 2) line.expected("a size like 11x11 after 'to'");
      layer.output.height = size[0];
      layer.output.width = size[1];
    } else {
      line.expected("plain, nobias or (for up) 'to HxW', got '" + word + "'");
    }
  }
  return layer;
}

}  // namespace

std::vector<LayerSpec> parse_layers(const std::vector<std::string>& lines, FeatureShape input,
                                    std::string_view key) {
  std::vector<LayerSpec> layers;
  for (const auto& line : lines) {
    layers.push_back(parse_layer(line, input, key));
    input = layers.back().output;
    // products of sizes that fit one by one; doubled maps grow without end
    constexpr double kMost = 1 << 30;
    const double rows = static_cast<double>(std::max<std::int64_t>(input.height, 1)),
                 columns = static_cast<double>(std::max<std::int64_t>(input.width, 1));
    if (rows * columns * static_cast<double>(input.channels) > kMost) {
      fail_input("{}: layer \"{}\": {} values are too many for a layer", key, line,
                 rows * columns * static_cast<double>(input.channels));
    }
  }
  return layers;
}

}  // namespace rnem::ops
