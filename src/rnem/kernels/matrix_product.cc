#include "rnem/kernels/matrix_product.h"

#include <dnnl.h>

#include "rnem/core/error.h"

namespace rnem::kernels {

void matrix_product(std::int64_t m, std::int64_t n, std::int64_t k, Matrix a, Matrix b, float beta,
                    float* c) {
  const auto status = dnnl_sgemm(a.transposed ? 'T' : 'N', b.transposed ? 'T' : 'N', m, n, k, 1.0F,
                                 a.data, a.row, b.data, b.row, beta, c, n);
  RNEM_CHECK(status == dnnl_success, "a matrix product that oneDNN refuses");
}

}  // namespace rnem::kernels
