#include "rnem/studio/model_facts.h"

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "rnem/core/error.h"

namespace rnem::studio {

std::optional<model::Settings> model_facts(const std::filesystem::path& file) {
  constexpr std::uint64_t kLongest = 8u << 20;  // of a header
  std::ifstream in(file, std::ios::binary);
  std::uint64_t length = 0;
  if (!in.read(reinterpret_cast<char*>(&length), sizeof(length)) || length > kLongest) return {};
  std::string text(length, '\0');
  if (!in.read(text.data(), static_cast<std::streamsize>(length))) return {};
  try {
    const auto config = nlohmann::json::parse(text).at("__metadata__").at("config");
    model::Settings settings;
    read_toml(config.get<std::string>(), file.string(), options(settings));
    return settings;
  } catch (const nlohmann::json::exception&) {
    return {};
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace rnem::studio
