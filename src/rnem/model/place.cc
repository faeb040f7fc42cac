#include "rnem/model/place.h"

namespace rnem::model {
namespace {

Tensor axis(std::int64_t n, const Tensor& like) {
  return torch::arange(n, like.options().dtype(torch::kFloat32)).to(like.scalar_type());
}

}  // namespace

Tensor place_features(const Place& place, std::int64_t height, std::int64_t width,
                      std::int64_t window) {
  const Tensor middle =
      torch::tensor({0.5 * static_cast<double>(width - 1), 0.5 * static_cast<double>(height - 1)},
                    place.p.options());
  const double unit = 0.25 * static_cast<double>(window);
  return torch::cat({(place.p - middle) / unit, place.v}, 1).detach();
}

std::int64_t length_code_size(std::int64_t length, double step) {
  return static_cast<std::int64_t>(static_cast<double>(length) / step) + 1;
}

Tensor length_code(const Tensor& at, std::int64_t length, double step) {
  const Tensor steps = axis(length_code_size(length, step), at);
  // 1 at a part's own place, falling to 0 at its neighbours'
  return torch::relu(1 - (at.unsqueeze(1) / step - steps).abs());
}

std::int64_t code_size(std::int64_t height, std::int64_t width, double step) {
  return length_code_size(width, step) + length_code_size(height, step);
}

Tensor position_code(const Tensor& at, std::int64_t height, std::int64_t width, double step) {
  return torch::cat(
      {length_code(at.select(1, 0), width, step), length_code(at.select(1, 1), height, step)}, 1);
}

Place initial_place(const Tensor& gamma, std::int64_t height, std::int64_t width) {
  const torch::NoGradGuard no_grad;
  const Tensor weight = torch::relu(gamma - 0.5).reshape({-1, height, width});
  const Tensor sum = weight.sum({1, 2});
  const auto mean = [&](const Tensor& by_place, std::int64_t size) {
    const Tensor at = by_place.matmul(axis(size, gamma)) / sum.clamp_min(1e-6);
    return torch::where(sum > 1e-6, at, torch::full_like(at, 0.5 * static_cast<double>(size - 1)));
  };
  const Tensor p = torch::stack({mean(weight.sum(1), width), mean(weight.sum(2), height)}, 1);
  // about a window's twelfth off, and standing still or crossing it in twelve steps: both are
  // forgotten after a few frames
  const Tensor spread = torch::tensor({9.0, 0.0, 4.0}, gamma.options()).expand({p.size(0), 3});
  return {p, torch::zeros_like(p), spread};
}

}  // namespace rnem::model
