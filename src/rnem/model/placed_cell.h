// The cell of components that carry a place. What a component is and where it is are kept apart:
//
//   a       = W [Upsilon(theta, place); x_hat; place] + b
//   m'      = m + g (a - m),  g = sigmoid(W_g x_hat + b_g)    what it is: held where g is 0
//   theta'  = sigmoid(m')
//   place'  = motion(place, theta, x_hat)                     where it is, and alpha: motion.h
//   to draw : sigmoid(LN(m' + V code(p')))                    how it looks there
//
// In a step that sees nothing m is held as it is and the place moves on: an object that is not
// looked at keeps its looks and its way.
#pragma once

#include <optional>
#include <vector>

#include "rnem/model/cell.h"
#include "rnem/model/motion.h"

namespace rnem::model {

class PlacedCell final : public Cell {
 public:
  PlacedCell(const ModelConfig& config, std::int64_t x_hat_size, Parameters& parameters);

  CellOutput forward(const Ops& ops, const CellState& state, const Tensor& x_hat,
                     const Tensor& action, std::int64_t k) const override;

  std::vector<CellState> carry(const Ops& ops, const CellState& state, const Tensor& action,
                               std::int64_t k, std::int64_t steps) const override;

  double multiply_adds(std::int64_t k) const override;

 private:
  std::optional<Interaction> interaction_;
  Affine affine_, gate_;
  Norm norm_;
  Tensor shown_;  // V [M,code]
  Motion motion_;
  std::int64_t height_, width_, window_;
  bool attention_;
};

}  // namespace rnem::model
