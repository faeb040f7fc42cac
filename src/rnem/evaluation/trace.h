// Everything a model computed on some sequences, as HDF5 for analysis elsewhere.
//
//   inputs     (T+1,N,H,W)    clean frames
//   corrupted  (T,N,H,W)      what the model saw
//   gamma, psi (T+1,N,K,H,W)  index 0 is the initial state; psi[t+1] predicts inputs[t+1]
//   theta      (T+1,N,K,M)
//   attention  (T,N,K,K)      alpha[k][i], zero diagonal; zero without interaction
//   loss       (T,N)          total of the step
//   groups     (T+1,N,H,W)    0 background and overlap, else the object; only where the data says
//   so positions  (T+1,N,O,2)    centres x, y of objects 1 .. O in pixels, NaN for those that are
//   not
//                             there; only where the data says so
//
// Attributes: config, data, split, seed, first (sequence), k, noise.
#pragma once

#include <cstdint>
#include <filesystem>

#include "rnem/evaluation/session.h"

namespace rnem::evaluation {

struct TraceRange {
  std::int64_t first = 0, count = 1;  // sequences of the split
};

void write_trace(const Session& session, const TraceRange& range, const model::EmSettings& settings,
                 const std::filesystem::path& path);

}  // namespace rnem::evaluation
