// What looks wrong about data that can be read all the same.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "rnem/dataset/statistics.h"
#include "rnem/source.h"

namespace rnem::dataset {

// One line each: what was odd when the source was opened; frames that have less on than changes
// from one to the next, as they have when axes are swapped; splits that are not like each other.
std::vector<std::string> oddities(const Source& source, const std::map<Split, Statistics>& seen);

// The same after a look at `sample` sequences of every split of a file. Live sources have none.
std::vector<std::string> find_oddities(const Source& source, std::int64_t sample = 20);

}  // namespace rnem::dataset
