// The recurrent cells: theta(t) from theta(t-1) and the encoded input x_hat (paper eq. 5).
// placed_cell.h has the one whose components carry a place.
#pragma once

#include <memory>
#include <vector>

#include "rnem/model/interaction.h"
#include "rnem/model/model_config.h"
#include "rnem/model/parameters.h"
#include "rnem/model/place.h"
#include "rnem/ops/ops.h"

namespace rnem::model {

struct CellState {
  Tensor theta;   // [B*K,M]
  Tensor memory;  // [B*K,M] the LSTM's c, or theta before it is squashed; undefined where unused
  Place place;    // [B*K]; undefined for models without places
  Tensor fresh = {};  // [B*K,1] 1 where a component starts anew; undefined: nowhere (births.h)
};

struct CellOutput {
  CellState state;
  Tensor decoder_input;  // [B*K,M]
  Tensor alpha;          // [B,K,K-1]; undefined without interaction
};

class Cell {
 public:
  virtual ~Cell() = default;

  // x_hat [B*K,X], undefined when nothing is seen (cells with places); action [B*K,E] embedded,
  // undefined when nobody acts
  virtual CellOutput forward(const Ops& ops, const CellState& state, const Tensor& x_hat,
                             const Tensor& action, std::int64_t k) const = 0;

  // Steps that see nothing, one state each, without what there is to draw: cells with places.
  virtual std::vector<CellState> carry(const Ops& ops, const CellState& state, const Tensor& action,
                                       std::int64_t k, std::int64_t steps) const;

  virtual double multiply_adds(std::int64_t k) const = 0;  // of one of K components
};

// The cell of the config's kind: an LSTM, or recurrent with or without interaction and places.
std::unique_ptr<Cell> make_cell(const ModelConfig& config, std::int64_t x_hat_size,
                                Parameters& parameters);

}  // namespace rnem::model
