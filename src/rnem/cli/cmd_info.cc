// `rnem info`: what this build runs on; `rnem info MODEL`: what a model file holds.
#include <fmt/format.h>

#include <memory>

#include "rnem/cli/command.h"
#include "rnem/core/version.h"
#include "rnem/machine/instruction_limit.h"
#include "rnem/model/model_file.h"
#include "rnem/runtime/host.h"

namespace rnem::cli {
namespace {

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

void print_model(const std::string& path) {
  const model::ModelFile file = model::load_model(path);
  const model::Parameters& parameters = file.model->parameters();
  fmt::print("{}\n\nparameters\n", path);
  for (const auto& [part, count] : parameters.count_by_part()) {
    fmt::print("  {:<14}{:>10}\n", part, count);
  }
  fmt::print("  {:<14}{:>10}\n\nconfig\n{}", "total", parameters.count(),
             file.metadata.at("config"));
  fmt::print("\nhistory\n");
  for (const auto& [key, value] : file.metadata) {
    if (key != "config" && key != "format") fmt::print("  {:<20} {}\n", key, value);
  }
}

}  // namespace

Work setup_info(CLI::App& app) {
  auto path = std::make_shared<std::string>();
  app.add_option("model", *path,
                 "model file, run folder or shipped model; without it: this machine");
  return [path](Observer&) { path->empty() ? print_machine() : print_model(*path); };
}

}  // namespace rnem::cli
