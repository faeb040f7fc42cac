#include "rnem/ops/kernels/colour_step.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rnem/ops/kernels/colour_step.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "rnem/ops/kernels/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace rnem::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The channels of as many pixels as a vector has lanes, from their first number on.
template <int channels, class D, class V = hn::Vec<D>>
HWY_INLINE void Load(D d, const float* from, V* to) {
  if constexpr (channels == 1) {
    to[0] = hn::LoadU(d, from);
  } else if constexpr (hn::MaxLanes(d) == 1) {
    for (int c = 0; c < channels; ++c) to[c] = hn::Set(d, from[c]);
  } else if constexpr (channels == 2) {
    hn::LoadInterleaved2(d, from, to[0], to[1]);
  } else if constexpr (channels == 3) {
    hn::LoadInterleaved3(d, from, to[0], to[1], to[2]);
  } else {
    hn::LoadInterleaved4(d, from, to[0], to[1], to[2], to[3]);
  }
}

template <int channels, class D, class V = hn::Vec<D>>
HWY_INLINE void Store(D d, const V* from, float* to) {
  if constexpr (channels == 1) {
    hn::StoreU(from[0], d, to);
  } else if constexpr (hn::MaxLanes(d) == 1) {
    for (int c = 0; c < channels; ++c) to[c] = hn::GetLane(from[c]);
  } else if constexpr (channels == 2) {
    hn::StoreInterleaved2(from[0], from[1], d, to);
  } else if constexpr (channels == 3) {
    hn::StoreInterleaved3(from[0], from[1], from[2], d, to);
  } else {
    hn::StoreInterleaved4(from[0], from[1], from[2], from[3], d, to);
  }
}

// All that follows up to the loss is one component of one sequence.
template <int C>
void Show(std::ptrdiff_t n, const float* drawn, const float* b, float* psi, float* mask) {
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    hn::Vec<decltype(d)> part[C + 1], behind[C], shown[C];
    Load<C + 1>(d, drawn + i * (C + 1), part);
    Load<C>(d, b + i * C, behind);
    for (int c = 0; c < C; ++c) {
      shown[c] = hn::MulAdd(part[C], hn::Sub(part[c], behind[c]), behind[c]);
    }
    Store<C>(d, shown, psi + i * C);
    hn::StoreU(part[C], d, mask + i);
  });
}

template <int C>
void ShowGradient(std::ptrdiff_t n, const float* drawn, const float* b, const float* dpsi,
                  const float* dmask, float* ddrawn) {
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    hn::Vec<decltype(d)> part[C + 1], behind[C], gradient[C], out[C + 1];
    Load<C + 1>(d, drawn + i * (C + 1), part);
    Load<C>(d, b + i * C, behind);
    out[C] = dmask != nullptr ? hn::LoadU(d, dmask + i) : hn::Zero(d);
    if (dpsi != nullptr) Load<C>(d, dpsi + i * C, gradient);
    for (int c = 0; c < C; ++c) {
      if (dpsi == nullptr) gradient[c] = hn::Zero(d);
      out[c] = hn::Mul(part[C], gradient[c]);
      out[C] = hn::MulAdd(hn::Sub(part[c], behind[c]), gradient[c], out[C]);
    }
    Store<C + 1>(d, out, ddrawn + i * (C + 1));
  });
}

template <int C>
void Sight(std::ptrdiff_t n, const float* gamma, const float* x, const float* psi,
           const float* mask, float* to) {
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    hn::Vec<decltype(d)> seen[C], mean[C], out[C + 1];
    Load<C>(d, x + i * C, seen);
    Load<C>(d, psi + i * C, mean);
    const auto share = hn::LoadU(d, gamma + i);
    for (int c = 0; c < C; ++c) out[c] = hn::Mul(share, hn::Sub(seen[c], mean[c]));
    out[C] = hn::LoadU(d, mask + i);
    Store<C + 1>(d, out, to + i * (C + 1));
  });
}

template <int C>
void SightGradient(std::ptrdiff_t n, const float* gamma, const float* dout, float* dpsi,
                   float* dmask) {
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    hn::Vec<decltype(d)> gradient[C + 1], out[C];
    Load<C + 1>(d, dout + i * (C + 1), gradient);
    const auto share = hn::LoadU(d, gamma + i);
    for (int c = 0; c < C; ++c) out[c] = hn::Neg(hn::Mul(share, gradient[c]));
    Store<C>(d, out, dpsi + i * C);
    hn::StoreU(gradient[C], d, dmask + i);
  });
}

// |a - b|² of pixels
template <int C, class D, class V = hn::Vec<D>>
HWY_INLINE V Distance2(D d, const V* a, const V* b) {
  V sum = hn::Zero(d);
  for (int c = 0; c < C; ++c) {
    const V off = hn::Sub(a[c], b[c]);
    sum = hn::MulAdd(off, off, sum);
  }
  return sum;
}

// one sequence
template <int C>
void Loss(const ColourShape& shape, float s, const float* psi, const float* y, const float* b,
          float* gamma, float* intra, float* inter) {
  const std::ptrdiff_t stride = shape.pixels;
  const int components = shape.components;
  // float sums of one vector of pixels at a time, double sums of those
  double intra_sum = 0.0, inter_sum = 0.0;
  ForEachVector(shape.pixels, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    using V = hn::Vec<decltype(d)>;
    const auto one = hn::Set(d, 1.0F), scale = hn::Set(d, s);
    V target[C], behind[C], mean[C];
    Load<C>(d, y + i * C, target);
    Load<C>(d, b + i * C, behind);
    // off_k, kept in gamma's place until the sum is known
    V least = hn::Set(d, 1e30F);
    for (int k = 0; k < components; ++k) {
      Load<C>(d, psi + (k * stride + i) * C, mean);
      const V off = hn::Mul(scale, Distance2<C>(d, target, mean));
      hn::StoreU(off, d, gamma + k * stride + i);
      least = hn::Min(least, off);
    }
    V sum = hn::Zero(d);
    for (int k = 0; k < components; ++k) {
      sum = hn::Add(sum, FastExp(d, hn::Sub(least, hn::LoadU(d, gamma + k * stride + i))));
    }
    V within = hn::Zero(d), between = hn::Zero(d);
    for (int k = 0; k < components; ++k) {
      const V off = hn::LoadU(d, gamma + k * stride + i);
      const V share = hn::Div(FastExp(d, hn::Sub(least, off)), sum);
      hn::StoreU(share, d, gamma + k * stride + i);
      Load<C>(d, psi + (k * stride + i) * C, mean);
      within = hn::MulAdd(share, off, within);
      between = hn::MulAdd(hn::Sub(one, share), Distance2<C>(d, mean, behind), between);
    }
    intra_sum += hn::GetLane(hn::SumOfLanes(d, within));
    inter_sum += s * hn::GetLane(hn::SumOfLanes(d, between));
  });
  *intra = static_cast<float>(intra_sum);
  *inter = static_cast<float>(inter_sum);
}

// one component of one sequence
template <int C>
void LossGradient(std::ptrdiff_t n, float s, const float* psi, const float* y, const float* b,
                  const float* gamma, float inter_weight, float dtotal, float* dpsi) {
  ForEachVector(n, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    hn::Vec<decltype(d)> mean[C], target[C], behind[C], out[C];
    Load<C>(d, psi + i * C, mean);
    Load<C>(d, y + i * C, target);
    Load<C>(d, b + i * C, behind);
    const auto share = hn::LoadU(d, gamma + i), scale = hn::Set(d, 2 * s * dtotal);
    const auto rest = hn::Mul(hn::Set(d, inter_weight), hn::Sub(hn::Set(d, 1.0F), share));
    for (int c = 0; c < C; ++c) {
      const auto fit = hn::Mul(share, hn::Sub(mean[c], target[c]));
      out[c] = hn::Mul(scale, hn::MulAdd(rest, hn::Sub(mean[c], behind[c]), fit));
    }
    Store<C>(d, out, dpsi + i * C);
  });
}

// Calls body with the number of channels as a constant.
template <class F>
HWY_INLINE void WithChannels(int channels, F&& body) {
  if (channels == 1) {
    body.template operator()<1>();
  } else {
    body.template operator()<3>();
  }
}

void ShowOf(int channels, std::ptrdiff_t n, const float* drawn, const float* b, float* psi,
            float* mask) {
  WithChannels(channels, [&]<int C>() { Show<C>(n, drawn, b, psi, mask); });
}

void ShowGradientOf(int channels, std::ptrdiff_t n, const float* drawn, const float* b,
                    const float* dpsi, const float* dmask, float* ddrawn) {
  WithChannels(channels, [&]<int C>() { ShowGradient<C>(n, drawn, b, dpsi, dmask, ddrawn); });
}

void SightOf(int channels, std::ptrdiff_t n, const float* gamma, const float* x, const float* psi,
             const float* mask, float* out) {
  WithChannels(channels, [&]<int C>() { Sight<C>(n, gamma, x, psi, mask, out); });
}

void SightGradientOf(int channels, std::ptrdiff_t n, const float* gamma, const float* dout,
                     float* dpsi, float* dmask) {
  WithChannels(channels, [&]<int C>() { SightGradient<C>(n, gamma, dout, dpsi, dmask); });
}

void LossOf(const ColourShape& shape, float s, const float* psi, const float* y, const float* b,
            float* gamma, float* intra, float* inter) {
  WithChannels(shape.channels, [&]<int C>() { Loss<C>(shape, s, psi, y, b, gamma, intra, inter); });
}

void LossGradientOf(int channels, std::ptrdiff_t n, float s, const float* psi, const float* y,
                    const float* b, const float* gamma, float inter_weight, float dtotal,
                    float* dpsi) {
  WithChannels(channels, [&]<int C>() {
    LossGradient<C>(n, s, psi, y, b, gamma, inter_weight, dtotal, dpsi);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace rnem::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "rnem/machine/parallel.h"

namespace rnem::kernels {
namespace {

HWY_EXPORT(ShowOf);
HWY_EXPORT(ShowGradientOf);
HWY_EXPORT(SightOf);
HWY_EXPORT(SightGradientOf);
HWY_EXPORT(LossOf);
HWY_EXPORT(LossGradientOf);

// Calls body(sequence, first pixel of it, first pixel of [b,k]) for every component.
template <class F>
void for_each_component(const ColourShape& s, F&& body) {
  machine::parallel_for(s.batch * s.components, 1, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t i = begin; i < end; ++i) {
      body(i / s.components, i / s.components * s.pixels, i * s.pixels);
    }
  });
}

}  // namespace

void show_forward(const ColourShape& s, const float* drawn, const float* b, float* psi,
                  float* mask) {
  const int c = s.channels;
  for_each_component(s, [&](std::int64_t, std::int64_t frame, std::int64_t at) {
    HWY_DYNAMIC_DISPATCH(ShowOf)
    (c, s.pixels, drawn + at * (c + 1), b + frame * c, psi + at * c, mask + at);
  });
}

void show_backward(const ColourShape& s, const float* drawn, const float* b, const float* dpsi,
                   const float* dmask, float* ddrawn) {
  const int c = s.channels;
  for_each_component(s, [&](std::int64_t, std::int64_t frame, std::int64_t at) {
    HWY_DYNAMIC_DISPATCH(ShowGradientOf)
    (c, s.pixels, drawn + at * (c + 1), b + frame * c, dpsi != nullptr ? dpsi + at * c : nullptr,
     dmask != nullptr ? dmask + at : nullptr, ddrawn + at * (c + 1));
  });
}

void sight_forward(const ColourShape& s, const float* gamma, const float* x, const float* psi,
                   const float* mask, float* out) {
  const int c = s.channels;
  for_each_component(s, [&](std::int64_t, std::int64_t frame, std::int64_t at) {
    HWY_DYNAMIC_DISPATCH(SightOf)
    (c, s.pixels, gamma + at, x + frame * c, psi + at * c, mask + at, out + at * (c + 1));
  });
}

void sight_backward(const ColourShape& s, const float* gamma, const float* dout, float* dpsi,
                    float* dmask) {
  const int c = s.channels;
  for_each_component(s, [&](std::int64_t, std::int64_t, std::int64_t at) {
    HWY_DYNAMIC_DISPATCH(SightGradientOf)
    (c, s.pixels, gamma + at, dout + at * (c + 1), dpsi + at * c, dmask + at);
  });
}

void gaussian_loss_forward(const ColourShape& s, float scale, const float* psi, const float* y,
                           const float* b, float* gamma, float* intra, float* inter) {
  const std::int64_t masks = s.components * s.pixels, frame = s.pixels * s.channels;
  machine::parallel_for(s.batch, 1, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t i = begin; i < end; ++i) {
      HWY_DYNAMIC_DISPATCH(LossOf)
      (s, scale, psi + i * masks * s.channels, y + i * frame, b + i * frame, gamma + i * masks,
       intra + i, inter + i);
    }
  });
}

void gaussian_loss_backward(const ColourShape& s, float scale, const float* psi, const float* y,
                            const float* b, const float* gamma, float inter_weight,
                            const float* dtotal, float* dpsi) {
  const int c = s.channels;
  for_each_component(s, [&](std::int64_t i, std::int64_t frame, std::int64_t at) {
    HWY_DYNAMIC_DISPATCH(LossGradientOf)
    (c, s.pixels, scale, psi + at * c, y + frame * c, b + frame * c, gamma + at, inter_weight,
     dtotal[i], dpsi + at * c);
  });
}

}  // namespace rnem::kernels
#endif
