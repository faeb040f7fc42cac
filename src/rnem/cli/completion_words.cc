#include "rnem/cli/completion_words.h"

#include <filesystem>

#include "rnem/agents/agent_settings.h"
#include "rnem/cli/app.h"
#include "rnem/experiments/scale.h"
#include "rnem/model/find_model.h"
#include "rnem/training/train_config.h"
#include "rnem/world.h"

namespace rnem::cli {
namespace {

// "key=" of every setting, and "key=value" where the values are known.
std::vector<std::string> assignments(const OptionTable& table) {
  std::vector<std::string> words;
  for (const Option& option : table) {
    const std::string start = option.key + "=";
    if (option.choices.empty()) words.push_back(start);
    for (const auto& choice : option.choices) words.push_back(start + choice);
  }
  return words;
}

std::vector<std::string> settings_of(const std::vector<std::string>& path) {
  if (path.front() == "train") {
    training::TrainConfig config;
    return assignments(training::options(config));
  }
  if (path.front() == "reproduce") {
    experiments::Scale scale;
    return assignments(experiments::options(scale));
  }
  agents::AgentSettings settings;
  return assignments(settings.options());
}

std::vector<std::string> live_sources() {
  std::vector<std::string> names;
  for (const auto& name : worlds::preset_names()) names.push_back("live:" + name);
  return names;
}

// CLI11 shows a closed set as {a,b,c} where it says what type a value has.
std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const auto open = type.find('{'), close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

std::vector<std::string> values_of(const CLI::Option& option,
                                   const std::vector<std::string>& path) {
  const std::string name = option.get_name();
  if (name == "--data" || name == "source" || name == "sources") return live_sources();
  if (name == "--set") return settings_of(path);
  if (name == "world") return worlds::preset_names();
  if (name == "model" || name == "models") return model::shipped_names();
  return choices_of(option);
}

void list_command(const CLI::App& app, std::vector<std::string> path,
                  std::vector<CommandWords>& all) {
  CommandWords command{.path = path};
  for (const auto* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (sub->get_group().empty()) continue;  // not for people
    command.arguments.emplace_back(sub->get_name(), sub->get_description());
  }
  for (const auto* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    const auto values = values_of(*option, path);
    const auto& names = option->get_lnames();
    if (names.empty()) {
      for (const auto& value : values) command.arguments.emplace_back(value, "");
    } else {
      command.flags.push_back({"--" + names.front(), option->get_description(), values,
                               option->get_items_expected_max() > 0});
    }
  }
  all.push_back(command);
  for (const auto* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (sub->get_group().empty()) continue;
    path.push_back(sub->get_name());
    list_command(*sub, path, all);
    path.pop_back();
  }
}

}  // namespace

std::vector<CommandWords> completion_words() {
  const Program program = build_program();
  std::vector<CommandWords> all;
  list_command(*program.app, {}, all);
  return all;
}

}  // namespace rnem::cli
