#include "rnem/experiments/simulation_strips.h"

#include "rnem/core/error.h"
#include "rnem/evaluation/model_rollout.h"

namespace rnem::experiments {
namespace {

// [T,H,W] what the model predicts
std::vector<float> predictions_of(const figures::Rollout& rollout) {
  std::vector<float> predictions;
  for (int t = 1; t <= rollout.steps; ++t) {
    const auto frame = figures::prediction_at(rollout, t);
    predictions.insert(predictions.end(), frame.begin(), frame.end());
  }
  return predictions;
}

}  // namespace

figures::RolloutStrips empty_strips(std::int64_t rows, const model::EmSettings& em) {
  figures::RolloutStrips strips;
  strips.steps = static_cast<int>(em.steps);
  strips.observed = static_cast<int>(em.observe);
  strips.sequences.resize(static_cast<std::size_t>(rows));
  return strips;
}

void add_simulation(const evaluation::Session& session, const model::EmSettings& em,
                    std::int64_t first, const std::string& name, figures::RolloutStrips& strips) {
  if (session.file.model->config().has_mask()) {
    fail_input("{}: strips of roll-outs are for zeros and ones; 'rnem plot sheet' shows colours",
               name);
  }
  for (std::size_t row = 0; row < strips.sequences.size(); ++row) {
    const auto rollout =
        evaluation::model_rollout(session, first + static_cast<std::int64_t>(row), em);
    auto& block = strips.sequences[row];
    const std::ptrdiff_t pixels = rollout.height * rollout.width;
    block.truth.assign(rollout.truth.begin() + pixels, rollout.truth.end());
    block.models.push_back(predictions_of(rollout));
    strips.height = rollout.height;
    strips.width = rollout.width;
  }
  strips.models.push_back(name);
}

figures::Curve loss_curve(const std::string& name, const std::vector<double>& bce_per_step) {
  figures::Curve curve{.name = name, .x = {}, .y = bce_per_step};
  for (std::size_t t = 1; t <= curve.y.size(); ++t) curve.x.push_back(static_cast<double>(t));
  return curve;
}

}  // namespace rnem::experiments
