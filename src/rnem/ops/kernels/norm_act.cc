#include "rnem/ops/kernels/norm_act.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rnem/ops/kernels/norm_act.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cmath>

#include "rnem/ops/kernels/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace rnem::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE float Total(D d, hn::Vec<D> v) {
  return hn::GetLane(hn::SumOfLanes(d, v));
}

// sum over i of value(d, i), with four sums in flight for the bulk
template <class F>
HWY_INLINE float SumOver(std::ptrdiff_t n, F&& value) {
  constexpr hn::CappedTag<float, 16> d;
  constexpr std::ptrdiff_t lanes = hn::MaxLanes(d);
  auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
  std::ptrdiff_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    s0 = hn::Add(s0, value(d, i));
    s1 = hn::Add(s1, value(d, i + lanes));
    s2 = hn::Add(s2, value(d, i + 2 * lanes));
    s3 = hn::Add(s3, value(d, i + 3 * lanes));
  }
  float total = Total(d, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)));
  ForEachVector(n - i,
                [&](auto dt, std::ptrdiff_t j) HWY_ATTR { total += Total(dt, value(dt, i + j)); });
  return total;
}

// two passes: the data is in the cache, and the variance of a nearly constant map stays right
NormStats Stats(const NormActivation& op, const float* z, std::ptrdiff_t n) {
  if (!op.on()) return {};
  const float mean =
      SumOver(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR { return hn::LoadU(d, z + i); }) /
      static_cast<float>(n);
  const float variance = SumOver(n,
                                 [&](auto d, std::ptrdiff_t i) HWY_ATTR {
                                   const auto x = hn::Sub(hn::LoadU(d, z + i), hn::Set(d, mean));
                                   return hn::Mul(x, x);
                                 }) /
                         static_cast<float>(n);
  return {mean, 1.0F / std::sqrt(variance + op.epsilon)};
}

void NormActivate(const NormActivation& op, const MapShape& shape, const NormStats& stats,
                  const float* z, ImageView y) {
  const std::ptrdiff_t c = shape.channels, row = c * shape.width;
  WithActivation(op.activation, [&]<Activation activation>() HWY_ATTR {
    // channels outside: scale and shift stay in registers
    ForEachVector(c, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
      auto scale = hn::Set(d, 1.0F), shift = hn::Zero(d);
      if (op.on()) {
        scale = hn::Mul(hn::LoadU(d, op.scale + i), hn::Set(d, stats.rstd));
        shift = hn::NegMulAdd(scale, hn::Set(d, stats.mean), hn::LoadU(d, op.shift + i));
      }
      for (int h = 0; h < shape.height; ++h) {
        const float* from = z + h * row + i;
        float* to = y.data + h * y.row + i;
        for (int w = 0; w < shape.width; ++w, from += c, to += c) {
          const auto u = hn::MulAdd(hn::LoadU(d, from), scale, shift);
          hn::StoreU(Activate<activation>(d, u), d, to);
        }
      }
    });
  });
}

// dz := gradient with respect to u, and its sums over pixels, plain and times the normalised z
template <Activation activation, bool has_y>
HWY_INLINE void GradientOfU(const NormActivation& op, const MapShape& shape, const NormStats& stats,
                            const float* z, ImageView y, const float* dy, ImageView dz,
                            float* plain_sums, float* product_sums) {
  const std::ptrdiff_t c = shape.channels, row = c * shape.width;
  ForEachVector(c, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    const auto rstd = hn::Set(d, stats.rstd), mean = hn::Set(d, stats.mean);
    const auto scale = hn::LoadU(d, op.scale + i), shift = hn::LoadU(d, op.shift + i);
    auto plain = hn::Zero(d), product = hn::Zero(d);
    for (int h = 0; h < shape.height; ++h) {
      const float *zs = z + h * row + i, *gs = dy + h * row + i;
      const float* ys = has_y ? y.data + h * y.row + i : nullptr;
      float* to = dz.data + h * dz.row + i;
      for (std::ptrdiff_t w = 0; w < row; w += c) {
        const auto normed = hn::Mul(hn::Sub(hn::LoadU(d, zs + w), mean), rstd);
        hn::Vec<decltype(d)> value;
        if constexpr (has_y) {
          value = hn::LoadU(d, ys + w);
        } else {
          value = Activate<activation>(d, hn::MulAdd(normed, scale, shift));
        }
        const auto g = ActivationGradient<activation>(d, value, hn::LoadU(d, gs + w));
        hn::StoreU(g, d, to + w);
        plain = hn::Add(plain, g);
        product = hn::MulAdd(g, normed, product);
      }
    }
    hn::StoreU(plain, d, plain_sums + i);
    hn::StoreU(product, d, product_sums + i);
  });
}

void NormActivateGradient(const NormActivation& op, const MapShape& shape, const NormStats& stats,
                          const float* z, ImageView y, const float* dy, ImageView dz,
                          const ChannelSums& sums) {
  const std::ptrdiff_t c = shape.channels, row = c * shape.width;
  float *plain = sums.work, *product = sums.work + c;
  WithActivation(op.activation, [&]<Activation activation>() HWY_ATTR {
    if (y.data != nullptr) {
      GradientOfU<activation, true>(op, shape, stats, z, y, dy, dz, plain, product);
    } else {
      GradientOfU<activation, false>(op, shape, stats, z, y, dy, dz, plain, product);
    }
  });
  // dz = rstd (scale du - mean(scale du) - normed mean(scale du normed))
  const float n = static_cast<float>(shape.size());
  const auto weighted = [&](const float* values) HWY_ATTR {
    return SumOver(c, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
      return hn::Mul(hn::LoadU(d, op.scale + i), hn::LoadU(d, values + i));
    });
  };
  const float mean_plain = weighted(plain) / n, mean_product = weighted(product) / n;
  ForEachVector(c, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    const auto add = [&](float* to, auto v)
                         HWY_ATTR { hn::StoreU(hn::Add(hn::LoadU(d, to + i), v), d, to + i); };
    add(sums.shift, hn::LoadU(d, plain + i));
    add(sums.scale, hn::LoadU(d, product + i));
    // as a polynomial in du and z
    const auto rstd = hn::Set(d, stats.rstd);
    const auto of_du = hn::Mul(hn::LoadU(d, op.scale + i), rstd);
    const auto of_z = hn::Set(d, -stats.rstd * stats.rstd * mean_product);
    const auto mean = hn::Set(d, stats.mean);
    const auto constant = hn::Set(d, -stats.rstd * mean_plain);
    auto bias = hn::Zero(d);
    for (int h = 0; h < shape.height; ++h) {
      const float* zs = z + h * row + i;
      float* to = dz.data + h * dz.row + i;
      for (int w = 0; w < shape.width; ++w, zs += c, to += c) {
        const auto centred = hn::Sub(hn::LoadU(d, zs), mean);
        const auto v = hn::MulAdd(hn::LoadU(d, to), of_du, hn::MulAdd(centred, of_z, constant));
        hn::StoreU(v, d, to);
        bias = hn::Add(bias, v);
      }
    }
    add(sums.bias, bias);
  });
}

void ActivateGradient(Activation which, const MapShape& shape, const float* y, const float* dy,
                      ImageView dz, float* bias_sums) {
  const std::ptrdiff_t c = shape.channels, row = c * shape.width;
  WithActivation(which, [&]<Activation activation>() HWY_ATTR {
    if (c == 1) {
      // a one-channel map has its pixels side by side
      for (int h = 0; h < shape.height; ++h) {
        const float *ys = y + h * row, *gs = dy + h * row;
        float* to = dz.data + h * dz.row;
        *bias_sums += SumOver(row, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
          const auto v =
              ActivationGradient<activation>(d, hn::LoadU(d, ys + i), hn::LoadU(d, gs + i));
          hn::StoreU(v, d, to + i);
          return v;
        });
      }
      return;
    }
    ForEachVector(c, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
      auto bias = hn::LoadU(d, bias_sums + i);
      for (int h = 0; h < shape.height; ++h) {
        const std::ptrdiff_t at = h * row + i;
        float* to = dz.data + h * dz.row + i;
        for (std::ptrdiff_t w = 0; w < row; w += c) {
          const auto v = ActivationGradient<activation>(d, hn::LoadU(d, y + at + w),
                                                        hn::LoadU(d, dy + at + w));
          hn::StoreU(v, d, to + w);
          bias = hn::Add(bias, v);
        }
      }
      hn::StoreU(bias, d, bias_sums + i);
    });
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace rnem::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rnem::kernels {

HWY_EXPORT(Stats);
HWY_EXPORT(NormActivate);
HWY_EXPORT(NormActivateGradient);
HWY_EXPORT(ActivateGradient);

NormStats norm_stats(const NormActivation& op, const float* z, std::ptrdiff_t n) {
  return HWY_DYNAMIC_DISPATCH(Stats)(op, z, n);
}

void norm_activate(const NormActivation& op, const MapShape& shape, const NormStats& stats,
                   const float* z, ImageView y) {
  MapShape s = shape;
  // without channels to tell apart, pixels can fill the vectors
  if (!op.on()) s = {shape.height, 1, shape.width * shape.channels};
  HWY_DYNAMIC_DISPATCH(NormActivate)(op, s, stats, z, y);
}

void norm_activate_gradient(const NormActivation& op, const MapShape& shape, const NormStats& stats,
                            const float* z, ImageView y, const float* dy, ImageView dz,
                            const ChannelSums& sums) {
  HWY_DYNAMIC_DISPATCH(NormActivateGradient)(op, shape, stats, z, y, dy, dz, sums);
}

void activate_gradient(Activation activation, const MapShape& shape, const float* y,
                       const float* dy, ImageView dz, float* bias_sums) {
  HWY_DYNAMIC_DISPATCH(ActivateGradient)(activation, shape, y, dy, dz, bias_sums);
}

}  // namespace rnem::kernels
#endif
