#include "rnem/training/backend.h"

#include "rnem/core/error.h"
#include "rnem/kernels/denormals.h"
#include "rnem/kernels/instruction_set.h"
#include "rnem/kernels/parallel.h"
#include "rnem/kernels/polite_waiting.h"
#include "rnem/model/fast_memory.h"

namespace rnem::training {

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

std::shared_ptr<const model::Ops> make_ops(const std::string& kernels, const std::string& precision,
                                           torch::Device device) {
  if (kernels == "reference" || !device.is_cpu()) return model::reference_ops();
  const bool half = precision == "bf16" || (precision == "auto" && kernels::has_fast_bf16());
  if (half) return model::fast_ops(model::Precision::kBfloat16);
  return model::fast_ops(precision == "bf16-emulated" ? model::Precision::kEmulatedBfloat16
                                                      : model::Precision::kFloat32);
}

void prepare_process(std::int64_t threads, Waiting waiting) {
  // said outright: LibTorch's own guess is the number of physical cores, and on some virtual
  // machines it is 1
  const int count = threads > 0 ? static_cast<int>(threads) : kernels::available_threads();
  torch::set_num_threads(count);
  kernels::set_threads(count);
  model::use_recycling_memory();
  kernels::flush_denormals();
  // once, and until the process ends
  if (count > 1 && waiting == Waiting::kPolite) static const kernels::PoliteWaiting polite(count);
}

}  // namespace rnem::training
