// What commands say about the data that they are given.
#pragma once

#include "rnem/observer.h"
#include "rnem/source.h"

namespace rnem::cli {

// Looks at some sequences and notes what is odd, line by line (dataset/oddities.h).
void tell_oddities(const dataset::Source& source, Observer& observer);

}  // namespace rnem::cli
