// A trained player as a file: its weights and how it came about.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "rnem/agents/q_network.h"

namespace rnem::agents {

// Atomic. Metadata "format" and "description" are written here, the rest is free.
void save_agent(const std::filesystem::path& path, const QNetwork& network,
                std::map<std::string, std::string> metadata);

// InputError when the file is no agent, or a tensor is missing, of another shape or not finite.
std::shared_ptr<const QNetwork> load_agent(const std::filesystem::path& path);

}  // namespace rnem::agents
