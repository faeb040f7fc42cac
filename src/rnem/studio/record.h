// One step as it goes over the wire: docs/studio.md describes the bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rnem/model.h"
#include "rnem/studio/measures.h"
#include "rnem/studio/scene.h"

namespace rnem::studio {

struct RecordInput {
  std::uint32_t step = 0;
  bool alone = false;   // the model goes on by itself
  bool inside = false;  // psi, gamma and theta of every component too
  Shown truth;
  std::vector<std::uint8_t> drawing;  // [H,W] what a visitor drew
  int score = 0, lives = 0;
  int k = 0, height = 0, width = 0;
  const WatchedStep* model = nullptr;  // nothing before the second frame
  std::optional<Measured> measured = {};
  double milliseconds = 0;  // that the step took to compute
};

// Appends the record to `out`.
void write_record(const RecordInput& input, std::string& out);

// Runs of zeros are what pictures are full of: [zeros][count][count bytes] ..., both up to 255.
std::string pack_zeros(std::span<const std::uint8_t> bytes);

}  // namespace rnem::studio
