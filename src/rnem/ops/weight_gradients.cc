#include "rnem/ops/weight_gradients.h"

#include <algorithm>

#include "rnem/ops/cpu/fast_tensor.h"
#include "rnem/ops/kernels/matrix_product.h"

namespace rnem::ops {
namespace {

thread_local WeightGradients* g_active = nullptr;

// Rows from which on a product is no faster a row.
constexpr std::int64_t kManyRows = 640;

}  // namespace

WeightGradients::WeightGradients() : outer_(g_active) { g_active = this; }

WeightGradients::~WeightGradients() { g_active = outer_; }

WeightGradients* WeightGradients::active() { return g_active; }

WeightGradients::Rows WeightGradients::add(const Tensor& weight, std::int64_t n,
                                           kernels::Arithmetic arithmetic) {
  Pending& pending = pending_[weight.data_ptr()];
  const std::int64_t capacity = pending.x.defined() ? pending.x.size(0) : 0;
  if (pending.rows + n > capacity) {
    add_up(pending);
    if (n > capacity) {
      const std::int64_t room = std::max(n, kManyRows / n * n);
      pending = {weight, empty({room, weight.size(1)}), empty({room, weight.size(0)}), arithmetic};
    }
  }
  const Rows rows{pending.x.data_ptr<float>() + pending.rows * weight.size(1),
                  pending.dz.data_ptr<float>() + pending.rows * weight.size(0)};
  pending.rows += n;
  return rows;
}

void WeightGradients::finish() {
  for (auto& [address, pending] : pending_) add_up(pending);
}

void WeightGradients::add_up(Pending& pending) {
  if (pending.rows == 0) return;
  Tensor& gradient = pending.weight.mutable_grad();
  const bool first = !gradient.defined();
  if (first) gradient = empty(pending.weight.sizes());
  const std::int64_t out = pending.weight.size(0), in = pending.weight.size(1);
  const Tensor scratch =
      workspace(kernels::matrix_product_workspace(pending.arithmetic, out, in, pending.rows));
  kernels::matrix_product(pending.arithmetic, out, in, pending.rows,
                          {pending.dz.data_ptr<float>(), out, true},
                          {pending.x.data_ptr<float>(), in}, first ? 0.0F : 1.0F,
                          gradient.data_ptr<float>(), scratch.data_ptr<float>());
  pending.rows = 0;
}

}  // namespace rnem::ops
