#include "rnem/cli/data_notes.h"

#include "rnem/core/log.h"
#include "rnem/dataset/oddities.h"

namespace rnem::cli {

void tell_oddities(const dataset::Source& source) {
  for (const auto& line : dataset::find_oddities(source)) note("{}", line);
}

}  // namespace rnem::cli
