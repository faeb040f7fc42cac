// What a run computes on: device, operators, threads.
#pragma once

#include <memory>
#include <string>

#include "rnem/ops/ops.h"

namespace rnem::runtime {

// InputError when LibTorch does not know the device or this build cannot use it.
torch::Device parse_device(const std::string& name);

// The fused CPU kernels, or the reference operators where those are asked for or the device is not
// the CPU. precision: "auto" is bf16 where the processor is faster with it, else fp32; "fp32";
// "bf16", which is fp32 as well where the processor has none (the operators' name says so); and for
// tests "bf16-emulated", which is bf16 anywhere, slowly.
std::shared_ptr<const ops::Ops> make_ops(const std::string& kernels, const std::string& precision,
                                         torch::Device device);

// How threads wait for each other: see machine/polite_waiting.h, or as libgomp does by itself.
enum class Waiting { kPolite, kDefault };

// For the whole process, before the heavy work: the number of threads (0: all) and how they wait,
// tensor memory that is used again, denormal numbers as zeros.
void prepare_process(std::int64_t threads, Waiting waiting = Waiting::kPolite);

}  // namespace rnem::runtime
