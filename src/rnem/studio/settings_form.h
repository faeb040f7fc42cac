// The table of a training's settings as a form, and a filled-in form as what `rnem train` takes.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rnem::studio {

class Catalog;

// [{"key": "em.k", "kind": "integer", "value": "5", "help": "...", "min", "max", "choices"}], with
// the values of the built-in recipe. Data and models to start from are chosen from the catalog.
nlohmann::json settings_form(const Catalog& catalog);

// {"em.k": "3", ...} -> "--set em.k=3" ...; what is chosen from the catalog becomes a path here, so
// that none comes in. InputError names the key.
std::vector<std::string> train_arguments(const nlohmann::json& settings, const Catalog& catalog);

}  // namespace rnem::studio
