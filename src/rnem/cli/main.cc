#include "rnem/cli/app.h"
#include "rnem/kernels/blas_core.h"

int main(int argc, char** argv) {
  rnem::kernels::restart_with_fast_blas(argv);
  return rnem::cli::run(argc, argv);
}
