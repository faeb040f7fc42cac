#include "rnem/cli/data_notes.h"

#include "rnem/dataset/oddities.h"

namespace rnem::cli {

void tell_oddities(const dataset::Source& source, Observer& observer) {
  for (const auto& line : dataset::find_oddities(source)) observer.note(line);
}

}  // namespace rnem::cli
