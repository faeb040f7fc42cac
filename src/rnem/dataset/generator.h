// Makes a data file from a world.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>

#include "rnem/observer.h"
#include "rnem/source.h"
#include "rnem/world.h"

namespace rnem::dataset {

struct MakeOptions {
  std::string name;        // of the world, for the file's origin
  std::uint64_t seed = 0;  // which sequences
  int frames = 51;         // of each sequence
  std::array<std::int64_t, 3> sequences = {50000, 10000, 10000};  // training, validation, test
  int threads = 0;                                                // 0: one for each core
};

// Sequences are simulated and packed on all threads and written in order: the file's bytes depend
// on the world, seed and sizes only. Interrupted when the observer asks to stop; then, as after any
// error, no file is left behind.
void make_dataset(const worlds::World& world, const MakeOptions& options,
                  const std::filesystem::path& out, Observer& observer);

}  // namespace rnem::dataset
