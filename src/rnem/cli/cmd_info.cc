// `rnem info`: what this build runs on; `rnem info MODEL`: what a model file holds.
#include <fmt/format.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/core/version.h"
#include "rnem/machine/instruction_limit.h"
#include "rnem/model/model_file.h"
#include "rnem/runtime/host.h"

namespace rnem::cli {
namespace {

using Json = nlohmann::ordered_json;

void print_machine() {
  const runtime::Machine machine = runtime::this_machine();
  fmt::print("rnem             {}\n", kVersion);
  fmt::print("processor        {}\n", machine.processor);
  fmt::print("threads          {}\n", machine.threads);
  fmt::print("memory           {:.1f} GiB\n", machine.memory_gib);
  fmt::print("instruction set  {}{}\n", machine.instruction_set,
             machine.native_bf16 ? " with bf16" : ", no bf16");
  if (!machine.instruction_limit.empty()) {
    fmt::print("limit            {} ({})\n", machine.instruction_limit, machine::kLimitVariable);
  }
  fmt::print("auto precision   {}\n", machine.fast_bf16 ? "bf16 in training" : "fp32");
  fmt::print("LibTorch         {}\n", machine.libtorch);
  fmt::print("BLAS             {}\n", machine.blas);
  fmt::print("oneDNN           {}\n", machine.onednn);
}

std::string without_comments(const std::string& toml) {
  std::istringstream text(toml);
  std::string line, kept;
  while (std::getline(text, line)) {
    if (!line.starts_with('#')) kept += line + "\n";
  }
  return kept;
}

// Rows of a long history that are shown: some of equal distance, the last one and this model's.
bool is_shown(std::size_t i, std::size_t rows, bool this_model) {
  constexpr std::size_t kShown = 12;
  const std::size_t every = (rows + kShown - 1) / kShown;
  return this_model || i % every == 0 || i + 1 == rows;
}

// What validations said while it was trained.
void print_validations(const std::map<std::string, std::string>& metadata) {
  const Json history = Json::parse(metadata.at("history"), nullptr, /*allow_exceptions=*/false);
  if (!history.is_array() || history.empty()) return;
  const auto found = metadata.find("update");
  const std::string own = found == metadata.end() ? "" : found->second;
  const auto number = [](const Json& row, const char* key, const char* format) {
    return row.contains(key) && row[key].is_number()
               ? fmt::format(fmt::runtime(format), row[key].get<double>())
               : std::string("-");
  };
  fmt::print("  {:>8}{:>10}{:>9}\n", "update", "loss", "ARI");
  for (std::size_t i = 0; i < history.size(); ++i) {
    const std::string update = number(history[i], "update", "{:.0f}");
    if (!is_shown(i, history.size(), update == own)) continue;
    fmt::print("  {:>8}{:>10}{:>9}{}\n", update, number(history[i], "loss", "{:.2f}"),
               number(history[i], "ari", "{:.4f}"), update == own ? "   this model" : "");
  }
}

void print_model(const std::string& path) {
  const model::ModelFile file = model::load_model(path);
  const model::Parameters& parameters = file.model->parameters();
  fmt::print("{}\n\nparameters\n", path);
  for (const auto& [part, count] : parameters.count_by_part()) {
    fmt::print("  {:<14}{:>10}\n", part, count);
  }
  fmt::print("  {:<14}{:>10}\n\nconfig\n{}", "total", parameters.count(),
             file.metadata.at("config"));
  const auto& metadata = file.metadata;
  if (metadata.contains("training")) {
    fmt::print("\ntraining\n{}", without_comments(metadata.at("training")));
  }
  fmt::print("\nhistory\n");
  if (metadata.contains("rnem")) fmt::print("  made by rnem {}\n", metadata.at("rnem"));
  if (metadata.contains("history")) print_validations(metadata);
}

}  // namespace

Work setup_info(CLI::App& app) {
  auto path = std::make_shared<std::string>();
  app.add_option("model", *path,
                 "model file, run folder or shipped model; without it: this machine");
  add_examples(app, {"rnem info", "rnem info balls4", "rnem info runs/first"});
  return [path](Observer&) { path->empty() ? print_machine() : print_model(*path); };
}

}  // namespace rnem::cli
