#include "rnem/experiments/tiny_networks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace rnem::experiments {
namespace {

constexpr std::int64_t kChannels = 4, kUnits = 24;

std::string capped(const std::string& number, std::int64_t most) {
  return std::to_string(std::min<std::int64_t>(std::stoll(number), most));
}

// "conv 4x4/2 16 elu" -> "conv 4x4/2 4 elu"; "fc 8x8x64 relu" -> "fc 8x8x4 relu"
std::string shrunk(const std::string& layer) {
  std::istringstream text(layer);
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  if (words.front() == "fc") {
    const auto last = words[1].rfind('x');
    words[1] = last == std::string::npos
                   ? capped(words[1], kUnits)
                   : words[1].substr(0, last + 1) + capped(words[1].substr(last + 1), kChannels);
  } else {
    words[2] = capped(words[2], kChannels);
  }
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace

void shrink(model::ModelConfig& config) {
  for (auto* layers : {&config.encoder, &config.decoder}) {
    std::transform(layers->begin(), layers->end(), layers->begin(), shrunk);
  }
  for (auto* units : {&config.hidden, &config.interaction_hidden, &config.attention_hidden}) {
    *units = std::min(*units, kUnits);
  }
}

}  // namespace rnem::experiments
