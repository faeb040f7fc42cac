#include "rnem/ops/cpu/weight_rows.h"

#include <algorithm>

#include "rnem/ops/cpu/fast_tensor.h"
#include "rnem/ops/kernels/matrix_product.h"

namespace rnem::ops {
namespace {

// Rows from which on a product is no faster a row.
constexpr std::int64_t kManyRows = 640;

}  // namespace

WeightRows::Rows WeightRows::add(const Tensor& weight, std::int64_t n) {
  const auto [place, is_new] = place_of_.try_emplace(weight.data_ptr(), pending_.size());
  if (is_new) pending_.emplace_back();
  Pending& pending = pending_[place->second];
  const std::int64_t capacity = pending.x.defined() ? pending.x.size(0) : 0;
  if (pending.rows + n > capacity) {
    add_up(pending);
    if (n > capacity) {
      const std::int64_t room = std::max(n, kManyRows / n * n);
      pending = {weight, empty({room, weight.size(1)}), empty({room, weight.size(0)})};
    }
  }
  const Rows rows{pending.x.data_ptr<float>() + pending.rows * weight.size(1),
                  pending.dz.data_ptr<float>() + pending.rows * weight.size(0)};
  pending.rows += n;
  return rows;
}

void WeightRows::finish(const std::function<void(const Tensor&)>& complete) {
  for (Pending& pending : pending_) {
    add_up(pending);
    if (complete) complete(pending.weight);
  }
}

void WeightRows::add_up(Pending& pending) const {
  if (pending.rows == 0) return;
  Tensor& gradient = pending.weight.mutable_grad();
  const bool first = !gradient.defined();
  if (first) gradient = empty(pending.weight.sizes());
  const std::int64_t out = pending.weight.size(0), in = pending.weight.size(1);
  const Tensor scratch =
      workspace(kernels::matrix_product_workspace(precision_, out, in, pending.rows));
  kernels::matrix_product(precision_, out, in, pending.rows,
                          {pending.dz.data_ptr<float>(), out, true},
                          {pending.x.data_ptr<float>(), in}, first ? 0.0F : 1.0F,
                          gradient.data_ptr<float>(), scratch.data_ptr<float>());
  pending.rows = 0;
}

}  // namespace rnem::ops
