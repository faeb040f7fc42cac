// What a program computes with: threads, memory, device, precision, operators.
//
// One object, made once by whoever owns the process (the program, Python, a test) and handed down.
// Nothing else in the library changes the process.
#pragma once

#include <c10/core/Device.h>

#include <cstdint>
#include <memory>
#include <string>

namespace rnem {

namespace ops {
class Ops;
}

class Runtime {
 public:
  // How threads wait for each other: as machine/polite_waiting.h says, or as libgomp does by
  // itself.
  enum class Waiting { kPolite, kDefault };

  struct Settings {
    std::int64_t threads = 0;      // 0: one for each core
    std::string device = "cpu";    // or one that LibTorch knows
    std::string kernels = "fast";  // the fused CPU kernels, or "reference"
    // "fp32"; "bf16", which is fp32 where the processor has none (the operators' name says so);
    // "auto": bf16 where the processor is faster with it; for tests "bf16-emulated", bf16 anywhere,
    // slowly.
    std::string precision = "fp32";
    Waiting waiting = Waiting::kPolite;
  };

  // Sets the process up: the number of threads and how they wait, tensor memory that is used again,
  // denormal numbers as zeros, instruction sets that work. InputError when the device cannot be
  // used here or the reference operators are to compute in bf16.
  explicit Runtime(const Settings& settings);
  Runtime() : Runtime(Settings{}) {}
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  const Settings& settings() const { return settings_; }
  c10::Device device() const { return device_; }
  int threads() const { return threads_; }
  const ops::Ops& ops() const { return *ops_; }

  // The same threads and device with another precision.
  std::unique_ptr<Runtime> with_precision(const std::string& precision) const;

 private:
  struct Process;
  Runtime(const Settings& settings, std::shared_ptr<const Process> process);

  Settings settings_;
  c10::Device device_;
  int threads_;
  std::shared_ptr<const Process> process_;
  std::shared_ptr<const ops::Ops> ops_;
};

}  // namespace rnem
