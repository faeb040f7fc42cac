#include "rnem/ops/kernels/matrix_product.h"

#include <gtest/gtest.h>

#include <vector>

#include "ops/ops_compare.h"
#include "rnem/machine/instruction_limit.h"
#include "rnem/machine/instruction_set.h"

namespace rnem::kernels {
namespace {

using ops::rounded_to_bf16;
using torch::Tensor;

// The three forms of a dense layer: its output, the gradients of its input and of its weights.
struct Form {
  bool transpose_a, transpose_b;
};
constexpr Form kForms[] = {{false, true}, {false, false}, {true, false}};
struct Size {
  std::int64_t m, n, k;
};
constexpr Size kSizes[] = {{1, 1, 1}, {3, 7, 5}, {17, 33, 64}, {80, 250, 101}};

// a matrix as it is stored, in rows that are 3 longer than they need to be
Tensor stored(std::int64_t rows, std::int64_t columns, bool transposed) {
  return transposed ? torch::randn({columns, rows + 3}) : torch::randn({rows, columns + 3});
}

// as the product reads it
Tensor read(const Tensor& stored, bool transposed) {
  const Tensor used = stored.narrow(1, 0, stored.size(1) - 3);
  return transposed ? used.t() : used;
}

// Calls body(size, form, a, b, beta) for all combinations.
template <class F>
void for_each_product(F&& body) {
  torch::manual_seed(1);
  for (const Size& size : kSizes) {
    for (const Form& form : kForms) {
      for (const float beta : {0.0F, 1.0F}) {
        body(size, form, stored(size.m, size.k, form.transpose_a),
             stored(size.k, size.n, form.transpose_b), beta);
      }
    }
  }
}

Tensor multiply(Precision precision, const Size& s, const Form& form, const Tensor& a,
                const Tensor& b, float beta, const float* b_rounded = nullptr) {
  Tensor c = torch::ones({s.m, s.n});
  std::vector<float> workspace(matrix_product_workspace(precision, s.m, s.n, s.k));
  matrix_product(precision, s.m, s.n, s.k, {a.data_ptr<float>(), a.size(1), form.transpose_a},
                 {b.data_ptr<float>(), b.size(1), form.transpose_b}, beta, c.data_ptr<float>(),
                 workspace.data(), b_rounded);
  return c;
}

// 101 products of numbers below 4, in another order
void expect_equal(const Tensor& got, const Tensor& expected) {
  EXPECT_LE((got - expected).abs().max().item<double>(), 1e-4);
}

TEST(MatrixProduct, EqualsLibTorchs) {
  for_each_product(
      [](const Size& size, const Form& form, const Tensor& a, const Tensor& b, float beta) {
        const Tensor expected = read(a, form.transpose_a).mm(read(b, form.transpose_b)) + beta;
        expect_equal(multiply(Precision::kFloat32, size, form, a, b, beta), expected);
      });
}

TEST(MatrixProduct, InBf16IsTheProductOfRoundedMatrices) {
  for_each_product(
      [](const Size& size, const Form& form, const Tensor& a, const Tensor& b, float beta) {
        const Tensor expected = ops::rounded_to_bf16(read(a, form.transpose_a))
                                    .mm(ops::rounded_to_bf16(read(b, form.transpose_b))) +
                                beta;
        expect_equal(multiply(Precision::kEmulatedBfloat16, size, form, a, b, beta), expected);
        // on any processor: where oneDNN refuses, the emulation steps in
        expect_equal(multiply(Precision::kBfloat16, size, form, a, b, beta), expected);
      });
}

TEST(MatrixProduct, TakesWhatWasRoundedBefore) {
  for_each_product(
      [](const Size& s, const Form& form, const Tensor& a, const Tensor& b, float beta) {
        const std::int64_t rows = b.size(0), columns = b.size(1) - 3;
        for (const Precision precision : {Precision::kEmulatedBfloat16, Precision::kBfloat16}) {
          if (precision == Precision::kBfloat16 && !machine::has_native_bf16()) continue;
          std::vector<float> rounded(rounded_size(precision, rows, columns));
          round_matrix(precision, {b.data_ptr<float>(), b.size(1)}, rows, columns, rounded.data());
          const Tensor unread = torch::full_like(b, NAN);
          expect_equal(multiply(precision, s, form, a, unread, beta, rounded.data()),
                       multiply(precision, s, form, a, b, beta));
        }
      });
}

TEST(MatrixProduct, OneDnnHasEveryBf16FormWithAvx512) {
  const machine::InstructionLimit* limit = machine::instruction_limit();
  if (!__builtin_cpu_supports("avx512bw") || (limit != nullptr && limit->width < 512)) {
    GTEST_SKIP() << "this processor has no AVX-512, or must not use it";
  }
  for_each_product(
      [](const Size& s, const Form& form, const Tensor& a, const Tensor& b, float beta) {
        const Tensor half_a = a.to(torch::kBFloat16), half_b = b.to(torch::kBFloat16);
        Tensor c = torch::ones({s.m, s.n});
        const auto half = [](const Tensor& x) { return static_cast<const Bf16*>(x.data_ptr()); };
        EXPECT_TRUE(bf16_product(s.m, s.n, s.k, {half(half_a), a.size(1), form.transpose_a},
                                 {half(half_b), b.size(1), form.transpose_b}, beta,
                                 c.data_ptr<float>()));
        expect_equal(c, multiply(Precision::kEmulatedBfloat16, s, form, a, b, beta));
      });
}

}  // namespace
}  // namespace rnem::kernels
