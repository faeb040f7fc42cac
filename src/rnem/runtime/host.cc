#include "rnem/runtime/host.h"

#include <fmt/format.h>
#include <torch/version.h>
#include <unistd.h>

#include <dnnl.hpp>
#include <fstream>

#include "rnem/machine/blas_core.h"
#include "rnem/machine/instruction_limit.h"
#include "rnem/machine/instruction_set.h"
#include "rnem/machine/parallel.h"

namespace rnem::runtime {
namespace {

std::string processor_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

std::string onednn_isa() {
  switch (dnnl::get_effective_cpu_isa()) {
    case dnnl::cpu_isa::sse41:
      return "SSE4.1";
    case dnnl::cpu_isa::avx:
      return "AVX";
    case dnnl::cpu_isa::avx2:
      return "AVX2";
    case dnnl::cpu_isa::avx2_vnni:
      return "AVX2-VNNI";
    case dnnl::cpu_isa::avx512_core:
      return "AVX-512";
    case dnnl::cpu_isa::avx512_core_vnni:
      return "AVX-512-VNNI";
    case dnnl::cpu_isa::avx512_core_bf16:
      return "AVX-512-bf16";
    case dnnl::cpu_isa::avx512_core_amx:
      return "AMX";
    default:
      return "generic";
  }
}

}  // namespace

double memory_gib() {
  return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<double>(::sysconf(_SC_PAGE_SIZE)) / (1 << 30);
}

Machine this_machine() {
  Machine machine;
  machine.processor = processor_name();
  machine.instruction_set = machine::instruction_set_name();
  machine.blas = machine::blas_name();
  const dnnl_version_t* version = dnnl_version();
  machine.onednn =
      fmt::format("{}.{}.{}, {}", version->major, version->minor, version->patch, onednn_isa());
  machine.libtorch = TORCH_VERSION;
  if (const auto* limit = machine::instruction_limit()) machine.instruction_limit = limit->name;
  machine.threads = machine::available_threads();
  machine.memory_gib = memory_gib();
  machine.native_bf16 = machine::has_native_bf16();
  machine.fast_bf16 = machine::has_fast_bf16();
  return machine;
}

}  // namespace rnem::runtime
