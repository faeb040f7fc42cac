// The safetensors format: eight bytes of header length, a JSON header, then raw tensors.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "rnem/torch.h"

namespace rnem::io {

struct TensorFile {
  std::vector<std::pair<std::string, torch::Tensor>> tensors;  // CPU, in file order
  std::map<std::string, std::string> metadata;

  const torch::Tensor* find(const std::string& name) const;  // nullptr when absent
};

// Atomic. float32, float64, bfloat16, int64 and uint8 tensors.
void write_safetensors(const std::filesystem::path& path, const TensorFile& file);

// InputError with one line for a truncated, damaged or foreign file.
TensorFile read_safetensors(const std::filesystem::path& path);

}  // namespace rnem::io
