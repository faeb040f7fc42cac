#include <gtest/gtest.h>

#include "rnem/kernels/blas_core.h"
#include "rnem/kernels/instruction_limit.h"

int main(int argc, char** argv) {
  rnem::kernels::apply_instruction_limit();
  rnem::kernels::restart_with_fast_blas(argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
