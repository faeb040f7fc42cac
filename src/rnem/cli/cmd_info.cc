// `rnem info`: what this build runs on.
#include <fmt/format.h>

#include "rnem/cli/command.h"
#include "rnem/core/version.h"
#include "rnem/model/machine.h"

namespace rnem::cli {

std::function<void()> setup_info(CLI::App&) {
  return [] {
    const model::Machine machine = model::this_machine();
    fmt::print("rnem             {}\n", kVersion);
    fmt::print("processor        {}\n", machine.processor);
    fmt::print("threads          {}\n", machine.threads);
    fmt::print("memory           {:.1f} GiB\n", machine.memory_gib);
    fmt::print("instruction set  {}{}\n", machine.instruction_set,
               machine.native_bf16 ? " with bf16" : ", no bf16");
    fmt::print("LibTorch         {}\n", machine.libtorch);
    fmt::print("BLAS             {}\n", machine.blas);
    fmt::print("oneDNN           {}\n", machine.onednn);
  };
}

}  // namespace rnem::cli
