#include "rnem/tracking/watcher.h"

#include "rnem/tracking/owners.h"

namespace rnem::tracking {
namespace {

// A step tells of the frame that follows, so nothing would be said of the first; and it takes some
// steps for the components to share out what there is. The first frame is therefore shown so often.
constexpr int kFirstShown = 4;

}  // namespace

Watcher::Watcher(const model::Model& model, const Runtime& runtime, std::int64_t k,
                 std::uint64_t seed)
    : model_(model), runtime_(runtime) {
  settings_.k = k;
  settings_.noise = 0.0;
  clip_.seed = seed;
  clip_.streams = {0};
}

Watching Watcher::see(const std::vector<std::uint8_t>& lit) {
  const torch::NoGradGuard no_grad;
  const auto& config = model_.config();
  const torch::Tensor frame = torch::tensor(lit, torch::kUInt8)
                                  .reshape({1, config.height, config.width})
                                  .to(torch::kFloat32);
  if (!stepper_) {
    stepper_.emplace(model_, runtime_.ops(), clip_, settings_, frame);
    for (int i = 1; i < kFirstShown; ++i) stepper_->see(frame, {});
  }
  const torch::Tensor before = places();
  return read(stepper_->see(frame, {}), lit, before);
}

Watching Watcher::imagine() {
  const torch::NoGradGuard no_grad;
  const torch::Tensor before = places();
  const model::Step& step = stepper_->imagine({});
  const torch::Tensor picture =
      step.state.psi[0].amax(0).gt(model::kOutline).to(torch::kCPU, torch::kUInt8).contiguous();
  const auto* pixels = picture.data_ptr<std::uint8_t>();
  return read(step, {pixels, pixels + picture.numel()}, before);
}

torch::Tensor Watcher::places() const {
  const auto& place = stepper_->state().cell.place;
  return place.defined() ? place.p.to(torch::kCPU, torch::kFloat32).contiguous() : torch::Tensor();
}

Watching Watcher::read(const model::Step& step, const std::vector<std::uint8_t>& lit,
                       const torch::Tensor& before) const {
  Watching seen;
  seen.owners = owners_of(step.state.psi[0], step.state.gamma[0], lit,
                          static_cast<int>(model_.config().width));
  seen.held.resize(static_cast<std::size_t>(step.state.psi.size(1)));
  const auto width = static_cast<std::size_t>(model_.config().width);
  for (std::size_t i = 0; i < seen.owners.size(); ++i) {
    if (seen.owners[i] == 0) continue;
    Held& held = seen.held[static_cast<std::size_t>(seen.owners[i] - 1)];
    ++held.pixels;
    const std::size_t column = i % width, row = i / width;
    held.x += static_cast<double>(column);
    held.y += static_cast<double>(row);
  }
  for (std::size_t k = 0; k < seen.held.size(); ++k) {
    Held& held = seen.held[k];
    held.x /= static_cast<double>(held.pixels);
    held.y /= static_cast<double>(held.pixels);
    if (!before.defined()) continue;
    const float* p = before.data_ptr<float>() + 2 * k;
    held.has_place = true;
    held.expected_x = p[0];
    held.expected_y = p[1];
  }
  return seen;
}

}  // namespace rnem::tracking
