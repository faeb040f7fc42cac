// Sequences made on demand: no file, no end, no sequence seen twice.
#pragma once

#include <memory>
#include <string>

#include "rnem/dataset/source.h"
#include "rnem/worlds/world.h"

namespace rnem::dataset {

// The sequence number `index` of a split: a pure function of its arguments, and the one definition
// that generated files and live sources share. Splits draw from different random streams.
worlds::Sequence make_sequence(const worlds::World& world, std::uint64_t seed, Split split,
                               std::int64_t index, int frames);

std::unique_ptr<Source> make_live_source(std::shared_ptr<const worlds::World> world,
                                         std::uint64_t seed, std::string description);

}  // namespace rnem::dataset
