#include "rnem/agents/agent_file.h"

#include <utility>

#include "rnem/core/error.h"
#include "rnem/io/file_format.h"
#include "rnem/training/weights.h"

namespace rnem::agents {
namespace {

constexpr const char* kAgentFormat = "rnem-agent-1";
constexpr const char* kDescription =
    "A player of the built-in invaders game: four frames of 84x84 to the values of noop, fire, "
    "right, left, right-fire, left-fire.";

}  // namespace

void save_agent(const std::filesystem::path& path, const QNetwork& network,
                std::map<std::string, std::string> metadata) {
  metadata["format"] = kAgentFormat;
  metadata["description"] = kDescription;
  io::write_safetensors(path, {network.parameters().all(), std::move(metadata)});
}

std::shared_ptr<const QNetwork> load_agent(const std::filesystem::path& path) {
  const io::TensorFile file = io::read_safetensors(path);
  io::check_format(file, kAgentFormat, "a trained agent", path.string());
  auto network = std::make_shared<QNetwork>(/*seed=*/0);
  training::restore(network->parameters().all(), file.tensors, path.string());
  for (const auto& [name, tensor] : network->parameters().all()) {
    if (!tensor.isfinite().all().item<bool>()) {
      fail_input("{}: tensor '{}' holds values that are not finite", path.string(), name);
    }
  }
  return network;
}

}  // namespace rnem::agents
