#include <gtest/gtest.h>

#include "rnem/machine/blas_core.h"
#include "rnem/machine/instruction_limit.h"

int main(int argc, char** argv) {
  rnem::machine::apply_instruction_limit();
  rnem::machine::restart_with_fast_blas(argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
