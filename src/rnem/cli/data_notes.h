// What commands say about the data that they are given.
#pragma once

#include "rnem/dataset/source.h"

namespace rnem::cli {

// Looks at some sequences and says on stderr what is odd, line by line (dataset/oddities.h).
void tell_oddities(const dataset::Source& source);

}  // namespace rnem::cli
