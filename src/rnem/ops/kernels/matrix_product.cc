#include "rnem/ops/kernels/matrix_product.h"

#include <dnnl.h>

#include <dnnl.hpp>

#include "rnem/core/error.h"
#include "rnem/machine/parallel.h"

namespace rnem::kernels {
namespace {

// as oneDNN sees it
dnnl::memory::desc description(dnnl::memory::data_type type, std::int64_t rows,
                               std::int64_t columns, std::int64_t row, bool transposed) {
  const dnnl::memory::dims strides =
      transposed ? dnnl::memory::dims{1, row} : dnnl::memory::dims{row, 1};
  return {{rows, columns}, type, strides};
}

// `rows` × `columns` as stored
template <class T>
void round_rows(Matrix from, std::int64_t rows, std::int64_t columns, T* to) {
  constexpr std::int64_t kGrain = 16384;  // numbers that are worth a thread
  machine::parallel_for(rows, kGrain / columns + 1, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t i = begin; i < end; ++i) {
      round_to_bf16(from.data + i * from.row, columns, to + i * columns);
    }
  });
}

// The matrix in another type: what was made of it before, or else is made of it now.
template <class T>
MatrixView<T> rounded(Matrix from, std::int64_t rows, std::int64_t columns, T* to,
                      const float* before = nullptr) {
  if (from.transposed) std::swap(rows, columns);
  if (before != nullptr) return {reinterpret_cast<const T*>(before), columns, from.transposed};
  round_rows(from, rows, columns, to);
  return {to, columns, from.transposed};
}

}  // namespace

void matrix_product(std::int64_t m, std::int64_t n, std::int64_t k, Matrix a, Matrix b, float beta,
                    float* c) {
  const auto status = dnnl_sgemm(a.transposed ? 'T' : 'N', b.transposed ? 'T' : 'N', m, n, k, 1.0F,
                                 a.data, a.row, b.data, b.row, beta, c, n);
  RNEM_CHECK(status == dnnl_success, "a matrix product that oneDNN refuses");
}

bool bf16_product(std::int64_t m, std::int64_t n, std::int64_t k, Bf16Matrix a, Bf16Matrix b,
                  float beta, float* c) {
  using Type = dnnl::memory::data_type;
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  const auto a_shape = description(Type::bf16, m, k, a.row, a.transposed);
  const auto b_shape = description(Type::bf16, k, n, b.row, b.transposed);
  const auto c_shape = description(Type::f32, m, n, n, false);
  dnnl::primitive_attr attributes;
  if (beta != 0.0F) {
    dnnl::post_ops add;
    add.append_sum(beta);
    attributes.set_post_ops(add);
  }
  // oneDNN keeps the code of products it has made before
  const dnnl::matmul::primitive_desc chosen({a_shape, b_shape, c_shape}, attributes, engine,
                                            /*allow_empty=*/true);
  if (!chosen) return false;
  const auto memory = [&](const dnnl::memory::desc& shape, const void* data) {
    return dnnl::memory(shape, engine, const_cast<void*>(data));
  };
  dnnl::stream stream(engine);
  dnnl::matmul(chosen).execute(stream, {{DNNL_ARG_SRC, memory(a_shape, a.data)},
                                        {DNNL_ARG_WEIGHTS, memory(b_shape, b.data)},
                                        {DNNL_ARG_DST, memory(c_shape, c)}});
  stream.wait();
  return true;
}

std::size_t rounded_size(Precision precision, std::int64_t rows, std::int64_t columns) {
  const auto numbers = static_cast<std::size_t>(rows * columns);
  switch (precision) {
    case Precision::kFloat32:
      return 0;
    case Precision::kBfloat16:
      return (numbers + 1) / 2;
    case Precision::kEmulatedBfloat16:
      return numbers;
  }
  RNEM_CHECK(false, "unknown precision");
}

void round_matrix(Precision precision, Matrix matrix, std::int64_t rows, std::int64_t columns,
                  float* rounded) {
  if (precision == Precision::kBfloat16) {
    round_rows(matrix, rows, columns, reinterpret_cast<Bf16*>(rounded));
  } else if (precision == Precision::kEmulatedBfloat16) {
    round_rows(matrix, rows, columns, rounded);
  }
}

std::size_t matrix_product_workspace(Precision precision, std::int64_t m, std::int64_t n,
                                     std::int64_t k) {
  return precision == Precision::kFloat32 ? 0 : static_cast<std::size_t>(k * (m + n));
}

void matrix_product(Precision precision, std::int64_t m, std::int64_t n, std::int64_t k, Matrix a,
                    Matrix b, float beta, float* c, float* workspace, const float* b_rounded) {
  if (precision == Precision::kFloat32) {
    matrix_product(m, n, k, a, b, beta, c);
    return;
  }
  if (precision == Precision::kBfloat16) {
    auto* to = reinterpret_cast<Bf16*>(workspace);
    if (bf16_product(m, n, k, rounded(a, m, k, to), rounded(b, k, n, to + m * k, b_rounded), beta,
                     c)) {
      return;
    }
    b_rounded = nullptr;  // is not made of floats
  }
  matrix_product(m, n, k, rounded(a, m, k, workspace),
                 rounded(b, k, n, workspace + m * k, b_rounded), beta, c);
}

}  // namespace rnem::kernels
