#include "rnem/runtime/backend.h"

#include "rnem/core/error.h"
#include "rnem/machine/denormals.h"
#include "rnem/machine/instruction_set.h"
#include "rnem/machine/parallel.h"
#include "rnem/machine/polite_waiting.h"
#include "rnem/runtime/recycling_memory.h"

namespace rnem::runtime {

torch::Device parse_device(const std::string& name) {
  try {
    const torch::Device device(name);
    torch::zeros({1}, device);
    return device;
  } catch (const c10::Error& error) {
    fail_input("device '{}': cannot be used here: expected cpu or a device that LibTorch has",
               name);
  }
}

std::shared_ptr<const ops::Ops> make_ops(const std::string& kernels, const std::string& precision,
                                         torch::Device device) {
  if (kernels == "reference" || !device.is_cpu()) return ops::reference_ops();
  const bool half = precision == "bf16" || (precision == "auto" && machine::has_fast_bf16());
  if (half) return ops::fast_ops(ops::Precision::kBfloat16);
  return ops::fast_ops(precision == "bf16-emulated" ? ops::Precision::kEmulatedBfloat16
                                                    : ops::Precision::kFloat32);
}

void prepare_process(std::int64_t threads, Waiting waiting) {
  // said outright: LibTorch's own guess is the number of physical cores, and on some virtual
  // machines it is 1
  const int count = threads > 0 ? static_cast<int>(threads) : machine::available_threads();
  torch::set_num_threads(count);
  machine::set_threads(count);
  use_recycling_memory();
  machine::flush_denormals();
  // once, and until the process ends
  if (count > 1 && waiting == Waiting::kPolite) static const machine::PoliteWaiting polite(count);
}

}  // namespace rnem::runtime
