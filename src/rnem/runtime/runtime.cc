#include "rnem/runtime.h"

#include <optional>

#include "rnem/core/error.h"
#include "rnem/machine/denormals.h"
#include "rnem/machine/instruction_limit.h"
#include "rnem/machine/instruction_set.h"
#include "rnem/machine/parallel.h"
#include "rnem/machine/polite_waiting.h"
#include "rnem/ops/ops.h"
#include "rnem/runtime/recycling_memory.h"

namespace rnem {
namespace {

c10::Device usable_device(const std::string& name) {
  try {
    const torch::Device device(name);
    torch::zeros({1}, device);
    return device;
  } catch (const c10::Error& error) {
    fail_input("device '{}': cannot be used here: expected cpu or a device that LibTorch has",
               name);
  }
}

std::shared_ptr<const ops::Ops> operators(const Runtime::Settings& settings, c10::Device device) {
  const std::string& precision = settings.precision;
  if (settings.kernels == "reference" && precision.starts_with("bf16")) {
    fail_input("precision {}: expected auto or fp32: the reference operators have no bf16",
               precision);
  }
  if (settings.kernels == "reference" || !device.is_cpu()) return ops::reference_ops();
  const bool half = precision == "bf16" || (precision == "auto" && machine::has_fast_bf16());
  if (half) return ops::fast_ops(ops::Precision::kBfloat16);
  return ops::fast_ops(precision == "bf16-emulated" ? ops::Precision::kEmulatedBfloat16
                                                    : ops::Precision::kFloat32);
}

}  // namespace

// What is the process's: it stays as long as a runtime needs it.
struct Runtime::Process {
  explicit Process(const Settings& settings)
      // said outright: LibTorch's own guess is the number of physical cores, and on some virtual
      // machines it is 1
      : threads(settings.threads > 0 ? static_cast<int>(settings.threads)
                                     : machine::available_threads()) {
    machine::apply_instruction_limit();
    torch::set_num_threads(threads);
    machine::set_threads(threads);
    runtime::use_recycling_memory();
    machine::flush_denormals();
    if (threads > 1 && settings.waiting == Waiting::kPolite) waiting.emplace(threads);
  }

  int threads;
  std::optional<machine::PoliteWaiting> waiting;
};

Runtime::Runtime(const Settings& settings)
    : Runtime(settings, std::make_shared<const Process>(settings)) {}

Runtime::Runtime(const Settings& settings, std::shared_ptr<const Process> process)
    : settings_(settings),
      device_(usable_device(settings.device)),
      threads_(process->threads),
      process_(std::move(process)),
      ops_(operators(settings_, device_)) {}

Runtime::~Runtime() = default;

std::unique_ptr<Runtime> Runtime::with_precision(const std::string& precision) const {
  Settings settings = settings_;
  settings.precision = precision;
  return std::unique_ptr<Runtime>(new Runtime(settings, process_));
}

}  // namespace rnem
