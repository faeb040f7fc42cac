#include "rnem/ops/kernels/dense.h"

#include <algorithm>

#include "rnem/core/error.h"
#include "rnem/machine/parallel.h"
#include "rnem/ops/kernels/matrix_product.h"
#include "rnem/ops/kernels/norm_act.h"

namespace rnem::kernels {
namespace {

constexpr std::int64_t kRowGrain = 8;  // a thread's start costs about as much as eight short rows

ImageView row_view(float* data, int size) { return {data, size}; }

std::size_t sums_workspace(const DenseBlock& block) {
  return std::size_t{5} * machine::max_threads() * block.out;
}

}  // namespace

std::size_t dense_forward_workspace(const DenseBlock& block, std::int64_t n) {
  return matrix_product_workspace(block.precision, n, block.out, block.in);
}

std::size_t dense_backward_workspace(const DenseBlock& block, std::int64_t n) {
  return std::max({sums_workspace(block),
                   matrix_product_workspace(block.precision, block.out, block.in, n),
                   matrix_product_workspace(block.precision, n, block.in, block.out)});
}

void dense_forward(const DenseBlock& block, std::int64_t n, const float* x, const Kept& kept,
                   float* y, float* workspace) {
  if (n == 0) return;
  const MapShape shape{1, 1, block.out};
  const int out = block.out;
  float* z = kept.map != nullptr ? kept.map : y;
  RNEM_CHECK(block.after.on() || z == y, "without layer norm the output is what is kept");
  if (block.bias != nullptr) {
    machine::parallel_for(n, kRowGrain, [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t i = begin; i < end; ++i) std::copy_n(block.bias, out, z + i * out);
    });
  }
  matrix_product(block.precision, n, out, block.in, {x, block.in},
                 {block.weight, block.weight_row, true}, block.bias != nullptr ? 1.0F : 0.0F, z,
                 workspace, block.rounded);
  if (!block.after.on() && block.after.activation == Activation::kIdentity) return;
  machine::parallel_for(n, kRowGrain, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t i = begin; i < end; ++i) {
      const NormStats stats = norm_stats(block.after, z + i * out, out);
      if (kept.stats != nullptr) kept.stats[i] = stats;
      norm_activate(block.after, shape, stats, z + i * out, row_view(y + i * out, out));
    }
  });
}

void norm_activate_gradient_rows(const NormActivation& op, std::int64_t n, int channels,
                                 const Kept& kept, const float* dy, float* dz,
                                 const BlockGradient& gradient, float* workspace) {
  const MapShape shape{1, 1, channels};
  const int threads = machine::max_threads();
  const auto sums_of = [&](int thread) {
    float* mine = workspace + std::ptrdiff_t{thread} * 5 * channels;
    return ChannelSums{mine, mine + channels, mine + 2 * channels, mine + 3 * channels};
  };
  for (int t = 0; t < threads; ++t) std::fill_n(sums_of(t).bias, 3 * channels, 0.0F);
  machine::parallel_for(n, kRowGrain, [&](std::int64_t begin, std::int64_t end, int thread) {
    const ChannelSums sums = sums_of(thread);
    for (std::int64_t i = begin; i < end; ++i) {
      const std::ptrdiff_t at = i * channels;
      const ImageView to = row_view(dz + at, channels);
      if (op.on()) {
        norm_activate_gradient(op, shape, kept.stats[i], kept.map + at, {}, dy + at, to, sums);
      } else {
        activate_gradient(op.activation, shape, kept.map + at, dy + at, to, sums.bias);
      }
    }
  });
  const auto add_up = [&](float* ChannelSums::*part, float* to) {
    if (to == nullptr) return;
    std::copy_n(sums_of(0).*part, channels, to);
    for (int t = 1; t < threads; ++t) {
      const float* from = sums_of(t).*part;
      for (int c = 0; c < channels; ++c) to[c] += from[c];
    }
  };
  add_up(&ChannelSums::bias, gradient.bias);
  if (op.on()) {
    add_up(&ChannelSums::scale, gradient.scale);
    add_up(&ChannelSums::shift, gradient.shift);
  }
}

void dense_backward(const DenseBlock& block, std::int64_t n, const float* x, const Kept& kept,
                    const float* dy, float* dx, float* dz, const BlockGradient& gradient,
                    float* workspace) {
  norm_activate_gradient_rows(block.after, n, block.out, kept, dy, dz, gradient, workspace);
  if (gradient.weight != nullptr) {
    matrix_product(block.precision, block.out, block.in, n, {dz, block.out, true}, {x, block.in},
                   0.0F, gradient.weight, workspace);
  }
  if (dx != nullptr) {
    matrix_product(block.precision, n, block.in, block.out, {dz, block.out},
                   {block.weight, block.weight_row}, 0.0F, dx, workspace, block.rounded);
  }
}

void activate_kept(const NormActivation& op, const MapShape& shape, std::int64_t n,
                   const Kept& kept, float* y) {
  const int size = shape.size();
  const ImageView first{y, std::ptrdiff_t{shape.width} * shape.channels};
  machine::parallel_for(n, 1, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t i = begin; i < end; ++i) {
      norm_activate(op, shape, kept.stats[i], kept.map + i * size,
                    {first.data + i * size, first.row});
    }
  });
}

}  // namespace rnem::kernels
