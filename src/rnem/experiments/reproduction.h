// The paper as a list of parts: data, training, evaluation, extrapolation, simulation, figures.
//
//   data/WORLD-SIZES.h5       the sequences              results/PART.json   numbers of a part
//   configs/METHOD.toml       settings of its training   figures/PART.*
//   runs/METHOD/              its training run           parts/PART.json     what is done (part.h)
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rnem/evaluation/session.h"
#include "rnem/experiments/method.h"
#include "rnem/experiments/part.h"
#include "rnem/experiments/scale.h"

namespace rnem::experiments {

struct Reproduction {
  Scale scale;
  std::filesystem::path folder;

  // relative to the folder
  std::string data_file(const char* world) const;
  std::string config_file(const Method& method) const;
  std::string run_folder(const Method& method) const;
  std::string model_file(const Method& method) const;
  static std::string result_file(const std::string& part) { return "results/" + part + ".json"; }

  std::string path(const std::string& file) const { return (folder / file).string(); }
  nlohmann::ordered_json result(const std::string& part) const;  // parsed result_file
};

// Names of parts.
inline std::string data_part(const char* world) { return std::string("data-") + world; }
inline std::string train_part(const Method& m) { return std::string("train-") + m.name; }
inline std::string eval_part(const Method& m) { return std::string("eval-") + m.name; }
inline std::string extrapolate_part(const Method& m) {
  return std::string("extrapolate-") + m.name;
}
inline std::string simulate_part(const Method& m) { return std::string("simulate-") + m.name; }

// The trained model on the test split of a world's file.
evaluation::Session open_test(const Reproduction& reproduction, const Method& method,
                              const char* world);

// All of them, in an order in which they can be done. Opens and writes nothing.
std::vector<Part> reproduction_parts(const Reproduction& reproduction);

}  // namespace rnem::experiments
