#include "rnem/studio/settings_form.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "rnem/core/error.h"
#include "rnem/studio/catalog.h"
#include "rnem/training/recipe.h"
#include "rnem/training/train_config.h"

namespace rnem::studio {
namespace {

using nlohmann::json;

// in the order of Option::Place
constexpr std::array<const char*, 7> kKindNames = {"yes or no", "integer", "number", "text",
                                                   "integers",  "numbers", "texts"};

// `key = value` as TOML has it, without the key; a table's line comes before it.
std::string value_text(const Option& option) {
  const std::string toml = write_toml({option});
  const auto equals = toml.find(" = ");
  std::string value = toml.substr(equals + 3, toml.find('\n', equals) - equals - 3);
  if (std::holds_alternative<std::string*>(option.place))
    value = *std::get<std::string*>(option.place);
  return value;
}

// The value of a key that names something of the catalog, as the program is to get it.
std::string resolved(const std::string& key, const std::string& value, const Catalog& catalog) {
  if (key == "training.init" && !value.empty()) return catalog.model_file(value).string();
  if (key == "data.train" || (key == "data.valid" && !value.empty())) {
    return catalog.data_name(value.starts_with("live:") ? value.substr(5) : value);
  }
  return value;
}

}  // namespace

json settings_form(const Catalog& catalog) {
  const json list = catalog.list();
  json worlds = json::array(), models = json::array({""});
  for (const json& world : list["worlds"]) {
    const auto name = world["name"].get<std::string>();
    worlds.push_back(name.starts_with("upload:") ? name : "live:" + name);
  }
  for (const json& model : list["models"]) models.push_back(model["name"]);
  training::TrainConfig config;
  const OptionTable table = options(config);
  read_toml(training::default_recipe(), "the recipe", table);
  json form = json::array();
  for (const Option& option : table) {
    json row = {{"key", option.key},
                {"kind", kKindNames[option.place.index()]},
                {"value", value_text(option)},
                {"help", option.help}};
    if (std::isfinite(option.min)) row["min"] = option.min;
    if (std::isfinite(option.max)) row["max"] = option.max;
    if (!option.choices.empty()) row["choices"] = option.choices;
    if (option.key == "data.train") row["choices"] = worlds;
    if (option.key == "data.valid") {
      row["choices"] = worlds;
      row["choices"].insert(row["choices"].begin(), "");
    }
    if (option.key == "training.init") row["choices"] = models;
    form.push_back(std::move(row));
  }
  return form;
}

std::vector<std::string> train_arguments(const json& settings, const Catalog& catalog) {
  training::TrainConfig config;
  const OptionTable table = options(config);
  read_toml(training::default_recipe(), "the recipe", table);
  std::vector<std::string> arguments;
  if (!settings.is_object()) fail_input("settings: expected an object of texts");
  for (const auto& [key, value] : settings.items()) {
    const auto known = std::find_if(table.begin(), table.end(),
                                    [&, wanted = key](const Option& o) { return o.key == wanted; });
    if (known == table.end()) fail_input("settings: unknown key '{}'", key);
    if (!value.is_string()) fail_input("{}: expected a text", key);
    std::string text = resolved(key, value.get<std::string>(), catalog);
    if (std::holds_alternative<std::string*>(known->place)) text = json(text).dump();
    const std::string assignment = fmt::format("{}={}", key, text);
    set_option(assignment, table);
    arguments.insert(arguments.end(), {"--set", assignment});
  }
  return arguments;
}

}  // namespace rnem::studio
