// What the computation runs on: shown by `rnem info`, saved with every run.
#pragma once

#include <string>

namespace rnem::runtime {

struct Machine {
  std::string processor;          // "Intel(R) Xeon(R) ..."
  std::string instruction_set;    // the best our kernels can use: "AVX3_SPR", "AVX2", ...
  std::string blas;               // "OpenBLAS 0.3.21, SkylakeX kernels"
  std::string onednn;             // "2.6.3, AVX-512"
  std::string libtorch;           // "1.13.1"
  std::string instruction_limit;  // what RNEM_MAX_ISA holds them all to, or empty
  int threads = 0;
  double memory_gib = 0.0;
  bool native_bf16 = false;  // AVX-512-bf16 dot products
  bool fast_bf16 = false;    // and they are faster than float ones
};

Machine this_machine();

double memory_gib();  // of this machine, as in `Machine`

}  // namespace rnem::runtime
