#include "rnem/evaluation/state_recorder.h"

namespace rnem::evaluation {

torch::Tensor carried_state(const model::State& state) {
  const std::int64_t batch = state.psi.size(0), k = state.psi.size(1);
  torch::Tensor rows = state.cell.theta;
  const model::Place& place = state.cell.place;
  if (place.defined()) rows = torch::cat({rows, place.p, place.v}, 1);
  return rows.detach().reshape({batch, k, -1}).to(torch::kCPU, torch::kFloat32);
}

torch::Tensor StateRecorder::rows(std::size_t b,
                                  const std::vector<std::pair<int, int>>& places) const {
  std::vector<torch::Tensor> rows;
  for (const auto& [t, component] : places) {
    rows.push_back(rows_[t][static_cast<std::int64_t>(b)][component]);
  }
  return torch::stack(rows);
}

}  // namespace rnem::evaluation
