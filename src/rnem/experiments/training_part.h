// The part that trains.
#pragma once

#include "rnem/experiments/reproduction.h"

namespace rnem::experiments {

// What a finished run leaves beside its model, which is there from the first validation on.
inline std::string finished_file(const Trial& trial) {
  return trial.run_folder() + "/finished.json";
}

// Makes results/PART.json (what became of it and its learning curve) and lends the model. A run in
// the folder goes on where it stopped; one with other settings is moved aside. A training that
// diverges is a result like any other: its best model is what there is.
Part training_part(const Reproduction& reproduction, const Trial& trial);

}  // namespace rnem::experiments
