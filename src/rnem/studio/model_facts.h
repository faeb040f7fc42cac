// What a model file says about itself, without reading its weights.
#pragma once

#include <filesystem>
#include <optional>

#include "rnem/model/settings.h"

namespace rnem::studio {

// Nothing when it is no model.
std::optional<model::Settings> model_facts(const std::filesystem::path& file);

}  // namespace rnem::studio
