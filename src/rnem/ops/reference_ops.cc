// The specification of every operator, as plain ATen expressions.
#include <algorithm>

#include "rnem/core/error.h"
#include "rnem/ops/ops.h"

namespace rnem::ops {
namespace {

Tensor activate(const Tensor& x, Activation activation) {
  switch (activation) {
    case Activation::kIdentity:
      return x;
    case Activation::kRelu:
      return torch::relu(x);
    case Activation::kElu:
      return torch::elu(x);
    case Activation::kTanh:
      return torch::tanh(x);
    case Activation::kSigmoid:
      return torch::sigmoid(x);
  }
  RNEM_CHECK(false, "unknown activation");
}

// x [N,...,C]: statistics over all axes but the first, scale and shift along the last.
Tensor layer_norm(const Tensor& x, const Norm& norm) {
  if (!norm.on()) return x;
  std::vector<std::int64_t> axes(x.dim() - 1);
  for (std::size_t i = 0; i < axes.size(); ++i) axes[i] = static_cast<std::int64_t>(i) + 1;
  const Tensor mean = x.mean(axes, /*keepdim=*/true);
  const Tensor centred = x - mean;
  const Tensor variance = centred.square().mean(axes, /*keepdim=*/true);
  return centred * torch::rsqrt(variance + norm.epsilon) * norm.scale + norm.shift;
}

// how many zeros 'SAME' padding puts before and after n pixels
std::pair<std::int64_t, std::int64_t> same_padding(std::int64_t n, std::int64_t kernel,
                                                   std::int64_t stride) {
  const std::int64_t out = (n + stride - 1) / stride;
  const std::int64_t total = std::max<std::int64_t>((out - 1) * stride + kernel - n, 0);
  return {total / 2, total - total / 2};
}

Tensor conv_same(const Tensor& x, const Affine& affine, std::int64_t stride) {
  const auto [top, bottom] = same_padding(x.size(1), affine.weight.size(2), stride);
  const auto [left, right] = same_padding(x.size(2), affine.weight.size(3), stride);
  const Tensor padded = torch::constant_pad_nd(x.permute({0, 3, 1, 2}), {left, right, top, bottom});
  return torch::conv2d(padded, affine.weight, affine.bias, stride)
      .permute({0, 2, 3, 1})
      .contiguous();
}

// 0, 1, 2, ... of the type and place of another tensor
Tensor axis(std::int64_t n, const Tensor& like) {
  return torch::arange(n, like.options().dtype(torch::kFloat32)).to(like.scalar_type());
}

// input [N,C,h,w] seen from points x [N,ow], y [N,oh] (pixels of the input) -> [N,C,oh,ow]
Tensor sample(const Tensor& input, const Tensor& x, const Tensor& y) {
  const std::int64_t n = input.size(0), oh = y.size(1), ow = x.size(1);
  const auto scaled = [](const Tensor& at, std::int64_t size) {
    return at * (2.0 / static_cast<double>(std::max<std::int64_t>(size - 1, 1))) - 1.0;
  };
  const Tensor grid = torch::stack({scaled(x, input.size(3)).unsqueeze(1).expand({n, oh, ow}),
                                    scaled(y, input.size(2)).unsqueeze(2).expand({n, oh, ow})},
                                   -1);
  constexpr int kBilinear = 0, kZeros = 0;
  return torch::grid_sampler_2d(input, grid, kBilinear, kZeros, /*align_corners=*/true);
}

class ReferenceOps final : public Ops {
 public:
  std::string name() const override { return "reference"; }

  Tensor conv(const Tensor& x, const Affine& affine, std::int64_t stride, const Norm& norm,
              Activation activation) const override {
    return activate(layer_norm(conv_same(x, affine, stride), norm), activation);
  }

  Tensor upsample_conv(const Tensor& x, std::int64_t height, std::int64_t width,
                       const Affine& affine, const Norm& norm,
                       Activation activation) const override {
    const auto source = [&](std::int64_t small, std::int64_t large) {
      const auto index = torch::arange(large, torch::dtype(torch::kLong).device(x.device()));
      return torch::floor_divide(index * small, large);
    };
    const Tensor enlarged =
        x.index_select(1, source(x.size(1), height)).index_select(2, source(x.size(2), width));
    return conv(enlarged, affine, 1, norm, activation);
  }

  Tensor dense(const Tensor& x, const Affine& affine, const Norm& norm,
               Activation activation) const override {
    return norm_activation(torch::linear(x, affine.weight, affine.bias), norm, activation);
  }

  Tensor norm_activation(const Tensor& x, const Norm& norm, Activation activation) const override {
    return activate(layer_norm(x, norm), activation);
  }

  Tensor pairs(const Tensor& focus, const Tensor& context, const Norm& norm,
               Activation activation) const override {
    const std::int64_t batch = focus.size(0), k = focus.size(1), width = focus.size(2);
    const Tensor grid = focus.unsqueeze(2) + context.unsqueeze(1);  // [B,K,K,M], entry [k,i]
    const Tensor others =
        torch::logical_not(torch::eye(k, torch::dtype(torch::kBool).device(focus.device())));
    const Tensor index = others.flatten().nonzero().squeeze(1);
    const Tensor pair = grid.reshape({batch, k * k, width}).index_select(1, index);
    return norm_activation(pair.reshape({batch * k * (k - 1), width}), norm, activation)
        .reshape({batch, k, k - 1, width});
  }

  Tensor attend(const Tensor& alpha, const Tensor& effects) const override {
    return (alpha.unsqueeze(3) * effects).sum(2);
  }

  Tensor masked_residual(const Tensor& gamma, const Tensor& x, const Tensor& psi) const override {
    return gamma * (x.unsqueeze(1) - psi);
  }

  Tensor look(const Tensor& gamma, const Tensor& x, const Tensor& psi, const Tensor& p,
              const View& view) const override {
    std::vector<Tensor> channels = {masked_residual(gamma, x, psi)};
    if (view.channels > 1) channels.push_back(psi);
    if (view.channels > 2) channels.push_back(psi * (x.unsqueeze(1) - psi));
    const Tensor at = p.detach();
    const Tensor maps =
        torch::stack(channels, 2)
            .reshape({at.size(0), view.channels, view.frame.height, view.frame.width});
    const Tensor offset = axis(view.window, at) - 0.5 * static_cast<double>(view.window - 1);
    return sample(maps, at.narrow(1, 0, 1) + offset, at.narrow(1, 1, 1) + offset)
        .permute({0, 2, 3, 1});
  }

  Tensor draw(const Tensor& logits, const Tensor& p, const FrameSize& frame) const override {
    const double middle = 0.5 * static_cast<double>(logits.size(1) - 1);
    const Tensor moved = sample((logits - kDarkLogit).unsqueeze(1),
                                axis(frame.width, p) - p.narrow(1, 0, 1) + middle,
                                axis(frame.height, p) - p.narrow(1, 1, 1) + middle);
    return torch::sigmoid(moved.flatten(1) + kDarkLogit);
  }

  StepLoss step_loss(const Tensor& psi, const Tensor& target,
                     const LossConfig& settings) const override {
    const Tensor y = target.unsqueeze(1);  // [B,1,D]
    // E-step
    const Tensor likelihood = y * psi + (1 - y) * (1 - psi) + kSmallestProbability;
    Tensor gamma = likelihood / likelihood.sum(1, /*keepdim=*/true);
    if (!settings.through_gamma) gamma = gamma.detach();
    // loss
    const Tensor p = psi.clamp(kSmallestProbability, 1 - kSmallestProbability);
    const Tensor log_on = torch::log(p), log_off = torch::log(1 - p);
    const Tensor intra = -(gamma * (y * log_on + (1 - y) * log_off)).sum({1, 2});
    const double prior = settings.prior;
    const auto entropy_part = [](double q) { return q > 0 ? q * std::log(q) : 0.0; };
    const double negative_entropy = entropy_part(prior) + entropy_part(1 - prior);
    const Tensor divergence = negative_entropy - prior * log_on - (1 - prior) * log_off;
    const Tensor inter = ((1 - gamma) * divergence).sum({1, 2});
    return {gamma, intra + settings.inter_weight * inter, intra.detach(), inter.detach()};
  }

  Shown show(const Tensor& drawn, const Tensor& background, std::int64_t channels) const override {
    const std::int64_t rows = drawn.size(0), batch = background.size(0);
    const Tensor parts = drawn.reshape({batch, rows / batch, -1, channels + 1});
    const Tensor b = background.detach().reshape({batch, 1, -1, channels});
    const Tensor mask = parts.narrow(3, channels, 1);
    const Tensor psi = b + mask * (parts.narrow(3, 0, channels) - b);
    return {psi.reshape({rows, -1}), mask.reshape({rows, -1})};
  }

  Tensor sight(const Tensor& gamma, const Tensor& x, const Tensor& psi, const Tensor& mask,
               bool evidence) const override {
    const std::int64_t batch = psi.size(0), k = psi.size(1), pixels = gamma.size(2);
    const Tensor off =
        x.detach().reshape({batch, 1, pixels, -1}) - psi.reshape({batch, k, pixels, -1});
    std::vector<Tensor> parts = {gamma.detach().unsqueeze(3) * off, mask.unsqueeze(3)};
    if (evidence) parts.push_back(mask.unsqueeze(3) * off);
    return torch::cat(parts, 3).reshape({batch * k, -1});
  }

  StepLoss gaussian_loss(const Tensor& psi, const Tensor& target, const GaussianPixels& pixels,
                         const LossConfig& settings) const override {
    const std::int64_t batch = psi.size(0), k = psi.size(1);
    const auto split = [&](const Tensor& x, std::int64_t components) {
      return x.reshape({batch, components, -1, pixels.channels});
    };
    const Tensor means = split(psi, k), b = split(pixels.background.detach(), 1);
    const Tensor sigma = pixels.log_deviation.defined()
                             ? pixels.log_deviation.exp()
                             : torch::full({1}, settings.deviation, psi.options());
    const Tensor scale = 0.5 / sigma.square();
    const Tensor off = (split(target, 1) - means).square().sum(3) * scale;  // [B,K,D]
    Tensor gamma = torch::softmax(-off, 1);
    if (!settings.through_gamma) gamma = gamma.detach();
    Tensor intra = (gamma * off).sum({1, 2});
    if (pixels.log_deviation.defined()) {
      intra = intra + pixels.log_deviation * static_cast<double>(target.size(1));
    }
    const Tensor inter = ((1 - gamma) * (means - b).square().sum(3) * scale).sum({1, 2});
    return {gamma, intra + settings.inter_weight * inter, intra.detach(), inter.detach()};
  }
};

}  // namespace

std::shared_ptr<const Ops> reference_ops() { return std::make_shared<ReferenceOps>(); }

}  // namespace rnem::ops
