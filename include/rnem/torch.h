// The one door to LibTorch: for tensors beyond what the other headers name.
#pragma once

// first, or clang in C++20 mode meets std::vector<IValue> before IValue is complete
#include <ATen/core/ivalue.h>
#include <torch/torch.h>
