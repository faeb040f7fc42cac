#include "rnem/metrics/component_recorder.h"

namespace rnem::metrics {

ComponentRecorder::ComponentRecorder(std::int64_t batch, std::int64_t steps, std::int64_t k,
                                     int height, int width)
    : height_(height), width_(width), tracks_(batch), outlines_(batch) {
  for (std::int64_t b = 0; b < batch; ++b) {
    tracks_[b].steps = outlines_[b].steps = static_cast<int>(steps);
    tracks_[b].k = outlines_[b].k = static_cast<int>(k);
    tracks_[b].centre.resize(steps * k);
    outlines_[b].pixels.resize(steps * k);
    outlines_[b].patches.resize(steps * k);
  }
}

void ComponentRecorder::add(const model::Step& step) {
  const torch::Tensor& psi = step.state.presence();
  const std::int64_t k = psi.size(1);
  const torch::Tensor centres = component_centres(psi, width_).contiguous();
  for (std::size_t b = 0; b < tracks_.size(); ++b) {
    const double* centre = centres.data_ptr<double>() + b * k * 2;
    for (std::int64_t i = 0; i < k; ++i) {
      tracks_[b].centre[step.t * k + i] = {centre[2 * i], centre[2 * i + 1]};
    }
    add_outlines(psi[static_cast<std::int64_t>(b)], height_, width_, static_cast<int>(step.t),
                 outlines_[b]);
  }
}

}  // namespace rnem::metrics
