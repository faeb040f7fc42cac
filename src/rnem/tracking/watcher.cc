#include "rnem/tracking/watcher.h"

#include "rnem/model/pixels.h"

namespace rnem::tracking {
namespace {

// A step tells of the frame that follows, so nothing would be said of the first; and it takes some
// steps for the components to share out what there is. The first frame is therefore shown so often.
constexpr int kFirstShown = 4;

constexpr double kWhite = 255;  // levels

// What components own of levels [H*W*C], and what is behind them.
Colours colours_of(const Watching& seen, const std::vector<std::uint8_t>& levels,
                   const torch::Tensor& picture) {
  const std::size_t channels = levels.size() / seen.owners.size();
  const torch::Tensor behind = (picture * kWhite).to(torch::kCPU, torch::kFloat32).contiguous();
  const auto* first = behind.data_ptr<float>();
  Colours colours{static_cast<int>(channels),
                  {first, first + behind.numel()},
                  std::vector<float>(seen.held.size() * channels, 0.0F)};
  for (std::size_t i = 0; i < seen.owners.size(); ++i) {
    if (seen.owners[i] == 0) continue;
    const auto k = static_cast<std::size_t>(seen.owners[i] - 1);
    const auto share = 1.0F / static_cast<float>(seen.held[k].pixels);
    for (std::size_t c = 0; c < channels; ++c) {
      colours.of[k * channels + c] += share * static_cast<float>(levels[i * channels + c]);
    }
  }
  return colours;
}

}  // namespace

Watcher::Watcher(const model::Model& model, const Runtime& runtime, std::int64_t k,
                 std::uint64_t seed)
    : model_(model), runtime_(runtime) {
  settings_.k = k;
  settings_.noise = 0.0;
  clip_.seed = seed;
  clip_.streams = {0};
}

Watching Watcher::see(const std::vector<std::uint8_t>& pixels) {
  const torch::NoGradGuard no_grad;
  const auto& config = model_.config();
  torch::Tensor frame = torch::tensor(pixels, torch::kUInt8).to(torch::kFloat32);
  frame = config.has_mask()
              ? (frame / kWhite).reshape({1, config.height, config.width, config.channels})
              : frame.reshape({1, config.height, config.width});
  if (!stepper_) {
    stepper_.emplace(model_, runtime_.ops(), clip_, settings_, frame);
    for (int i = 1; i < kFirstShown; ++i) stepper_->see(frame, {});
  }
  const torch::Tensor before = places();
  const model::Step& step = stepper_->see(frame, {});
  Watching seen =
      read(step, model::Pixels(model_).foreground(step.target, step.state.behind), before);
  if (config.has_mask()) seen.colours = colours_of(seen, pixels, step.state.behind.picture);
  return seen;
}

Watching Watcher::imagine() {
  const torch::NoGradGuard no_grad;
  const torch::Tensor before = places();
  const model::Step& step = stepper_->imagine({});
  return read(step, step.state.presence().amax(1).gt(model::kOutline), before);
}

torch::Tensor Watcher::places() const {
  const auto& place = stepper_->state().cell.place;
  return place.defined() ? place.p.to(torch::kCPU, torch::kFloat32).contiguous() : torch::Tensor();
}

Watching Watcher::read(const model::Step& step, const torch::Tensor& lit,
                       const torch::Tensor& before) const {
  Watching seen;
  const torch::Tensor on = lit.to(torch::kCPU, torch::kUInt8).contiguous();
  const auto* pixels = on.data_ptr<std::uint8_t>();
  seen.owners = owners_of(step.state.presence()[0], step.state.gamma[0],
                          {pixels, pixels + on.numel()}, static_cast<int>(model_.config().width));
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
