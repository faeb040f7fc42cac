#include "rnem/metrics/tracker.h"

#include <algorithm>

#include "rnem/metrics/series.h"
#include "rnem/model/interaction.h"

namespace rnem::metrics {
namespace {

using torch::Tensor;

// [T,B,H,W] -> the bytes of sequence b, [T,H,W]; empty when there are none
std::vector<std::uint8_t> sequence_bytes(const Tensor& frames, std::size_t b) {
  if (!frames.defined()) return {};
  const Tensor own = frames.select(1, static_cast<std::int64_t>(b)).contiguous();
  const auto* data = own.data_ptr<std::uint8_t>();
  return {data, data + own.numel()};
}

}  // namespace

ObjectTruth truth_of(const dataset::Batch& batch, std::size_t b, const worlds::Shape& shape) {
  return object_truth(batch.truth[b], shape, sequence_bytes(batch.groups, b),
                      sequence_bytes(batch.collisions, b));
}

double missing_positions(const ObjectTruth& truth, const Tracks& tracks,
                         const std::vector<int>& component_of) {
  int all = 0, missing = 0;
  for (int t = first_settled_step(tracks.steps); t < tracks.steps; ++t) {
    for (int o = 0; o < truth.objects; ++o) {
      if (!truth.centre_at(t + 1, o).known()) continue;
      ++all;
      missing += component_of[o] < 0 || !tracks.centre_at(t, component_of[o]).known();
    }
  }
  return static_cast<double>(missing) / all;
}

Tensor largest_component(const Tensor& gamma) {
  return gamma.detach().argmax(1).cpu().contiguous();
}

Tracker::Tracker(const dataset::Batch& batch, std::int64_t steps, std::int64_t k,
                 const model::ModelConfig& config)
    : batch_(batch), config_(config), tracks_(batch.truth.size()) {
  for (std::size_t b = 0; b < tracks_.size(); ++b) {
    Tracks& tracks = tracks_[b];
    tracks.steps = static_cast<int>(steps);
    tracks.k = static_cast<int>(k);
    tracks.centre.resize(steps * k);
    if (batch.groups.defined()) {
      tracks.owned.resize(steps * batch.truth[b].objects * k);
      tracks.drawn.resize(steps * batch.truth[b].objects, kUnknown);
    }
    if (config.traits().attention && k > 1) tracks.attention.resize(steps * k * k);
  }
}

void Tracker::add(const model::Step& step, const Tensor& component) {
  const Tensor& presence = step.state.presence();
  const std::int64_t k = presence.size(1), pixels = presence.size(2);
  const Tensor centres = component_centres(presence, config_.width).contiguous();
  Tensor groups, attention, prediction;
  // a long simulation outlives the recorded frames
  if (batch_.groups.defined() && step.t + 1 < batch_.groups.size(0)) {
    groups = batch_.groups[step.t + 1].contiguous();
    prediction = presence.detach().amax(1).to(torch::kCPU, torch::kFloat32).contiguous();
  }
  if (step.alpha.defined()) {
    attention = model::attention_matrix(step.alpha.detach()).to(torch::kCPU, torch::kFloat32);
    attention = attention.contiguous();
  }
  for (std::size_t b = 0; b < tracks_.size(); ++b) {
    Tracks& tracks = tracks_[b];
    const double* centre = centres.data_ptr<double>() + b * k * 2;
    for (std::int64_t i = 0; i < k; ++i) {
      tracks.centre[step.t * k + i] = {centre[2 * i], centre[2 * i + 1]};
    }
    if (!tracks.attention.empty()) {
      const float* from = attention.data_ptr<float>() + b * k * k;
      std::copy(from, from + k * k, tracks.attention.begin() + step.t * k * k);
    }
    if (!groups.defined()) continue;
    const int objects = batch_.truth[b].objects;
    const std::uint8_t* ids = groups.data_ptr<std::uint8_t>() + b * pixels;
    const std::int64_t* owner = component.data_ptr<std::int64_t>() + b * pixels;
    const float* bright = prediction.data_ptr<float>() + b * pixels;
    std::vector<double> sum(objects);
    std::vector<int> count(objects);
    for (std::int64_t i = 0; i < pixels; ++i) {
      if (ids[i] == 0 || ids[i] > objects) continue;
      ++tracks.owned[(step.t * objects + ids[i] - 1) * k + owner[i]];
      sum[ids[i] - 1] += bright[i];
      ++count[ids[i] - 1];
    }
    for (int o = 0; o < objects; ++o) tracks.drawn[step.t * objects + o] = sum[o] / count[o];
  }
}

}  // namespace rnem::metrics
