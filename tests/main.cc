#include <gtest/gtest.h>

#include "rnem/kernels/blas_core.h"

int main(int argc, char** argv) {
  rnem::kernels::restart_with_fast_blas(argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
