// The one door to LibTorch; precompiled, so including it costs nothing.
#pragma once

// first, or clang in C++20 mode meets std::vector<IValue> before IValue is complete
#include <ATen/core/ivalue.h>
#include <torch/torch.h>
