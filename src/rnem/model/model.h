// A model: its settings, its parameters, and the M-step that turns one state into the next.
#pragma once

#include <cstdint>
#include <memory>

#include "rnem/model/background.h"
#include "rnem/model/cell.h"
#include "rnem/model/network.h"
#include "rnem/model/palette.h"
#include "rnem/model/parameters.h"
#include "rnem/model/settings.h"
#include "rnem/ops/ops.h"

namespace rnem::model {

// What EM carries from step to step; K may differ from the training's.
struct State {
  CellState cell;    // theta [B*K,M]
  Tensor psi;        // [B,K,D] predicted pixel means; of Gaussian pixels [B,K,D*C]
  Tensor gamma;      // [B,K,D] soft assignments, sum to 1 over K
  Tensor idle = {};  // [B,K] steps since a component last drew anything; births.h
  // of Gaussian pixels
  Tensor mask = {};        // [B,K,D] how much of a pixel a component covers
  Background behind = {};  // what psi is drawn in front of
  Palette palette = {};    // in what colours, where components own theirs

  // [B,K,D] where a component draws anything: its mask, or psi itself
  const Tensor& presence() const { return mask.defined() ? mask : psi; }
  // [B,D*C] the predicted frame, without a look at it: psi of the component with the largest mask;
  // of zeros and ones max_k psi_k [B,D]
  Tensor picture() const;
  Tensor mixture() const;  // [B,D] or [B,D*C] the frame that is expected, sum_k gamma_k psi_k
};

struct MStep {
  CellState cell;
  Tensor psi;        // [B,K,D] or [B,K,D*C] prediction of the next frame
  Tensor alpha;      // [B,K,K-1] attention; undefined without interaction
  Tensor mask = {};  // [B,K,D] of Gaussian pixels
};

class Model {
 public:
  virtual ~Model() = default;

  // Fresh weights from the seed. The settings must have passed check().
  static std::unique_ptr<Model> create(const Settings& settings, std::uint64_t seed);

  // The generalised M-step for x [B,D] (the corrupted frame; undefined: nothing is seen); action
  // [B,A] or undefined.
  virtual MStep m_step(const Ops& ops, const State& state, const Tensor& x,
                       const Tensor& action) const = 0;

  // What M-steps that see nothing do to the cell, one after another, without drawing: models with
  // places.
  virtual std::vector<CellState> carry(const Ops& ops, const CellState& cell, std::int64_t k,
                                       std::int64_t steps) const;

  // Multiply-adds that one of K components needs in one EM step, forward (multiply_adds.h says how
  // they are counted); backward takes twice as many.
  virtual double multiply_adds(std::int64_t k) const = 0;

  const Settings& settings() const { return settings_; }
  // Runs EM around the networks otherwise than they were trained. Must pass check().
  void set_em(const EmConfig& em) { settings_.em = em; }
  const ModelConfig& config() const { return settings_.model; }
  const Traits& traits() const { return config().traits(); }
  const Parameters& parameters() const { return parameters_; }
  // [1] log sigma of Gaussian pixels where it is learned, else undefined
  const Tensor& log_deviation() const { return log_deviation_; }

  // Moves the weights to another device or precision, in place.
  void to(torch::Device device, torch::Dtype type);
  torch::TensorOptions tensor_options() const;  // of the weights

 protected:
  Model(const Settings& settings, std::uint64_t seed);

  Settings settings_;
  Parameters parameters_;
  Tensor log_deviation_;
};

}  // namespace rnem::model
