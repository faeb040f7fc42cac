// The paper as a list of parts: trainings, tests of the trained models, figures.
//
//   configs/TRIAL.toml   settings of a training        results/PART.json   numbers of a part
//   runs/TRIAL/          the run                       figures/PART.*
//   logs/PART.log        output of parts side by side  parts/PART.json     what is done (part.h)
//
// Test sequences are made when they are needed, so that parts/ and results/ are all that a
// reproduction has to keep.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rnem/experiments/part.h"
#include "rnem/experiments/scale.h"
#include "rnem/experiments/trial.h"
#include "rnem/model/em_loop.h"

namespace rnem::experiments {

struct Reproduction {
  Scale scale;
  std::vector<Setup> setups = {Setup::kPublished, Setup::kOurs};
  std::filesystem::path folder;

  std::string path(const std::string& file) const { return (folder / file).string(); }
  std::vector<Trial> trials() const { return experiments::trials(setups, scale.seeds); }
};

inline std::string result_file(const std::string& part) { return "results/" + part + ".json"; }

// A test of a trained model.
struct Test {
  const char* kind;  // "eval", "extrapolate", "simulate", "extrapolate-simulate", "hidden"
  std::string data;  // "live:balls4mass64"
  std::int64_t k;    // components
  std::int64_t steps, observe = -1;  // observe >= 0: a simulation

  model::EmSettings em() const;
};

// The tests of a trial, in order.
std::vector<Test> tests_of(const Trial& trial, const Scale& scale);

std::string train_part(const Trial& trial);                   // its name
std::string test_part(const Trial& trial, const char* kind);  // its name

// All of them, in an order in which they can be done; trial by trial, so that what is finished is
// whole. Opens and writes nothing.
std::vector<Part> reproduction_parts(const Reproduction& reproduction);

// Writes the settings of all trainings, which the commands of the parts name.
void write_configs(const Reproduction& reproduction);

}  // namespace rnem::experiments
