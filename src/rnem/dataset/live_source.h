// The sequences that generated files and live sources share.
#pragma once

#include <memory>
#include <string>

#include "rnem/source.h"
#include "rnem/world.h"

namespace rnem::dataset {

// The sequence number `index` of a split: a pure function of its arguments, and the one definition
// of generated files and live sources alike. Splits draw from different random streams.
worlds::Sequence make_sequence(const worlds::World& world, std::uint64_t seed, Split split,
                               std::int64_t index, int frames);

}  // namespace rnem::dataset
