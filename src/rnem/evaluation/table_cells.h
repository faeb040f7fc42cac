// What the tables for people have in common.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "rnem/evaluation/report_number.h"

namespace rnem::evaluation {

// "-" for what is not known
inline std::string cell(const char* format, double value) {
  return std::isfinite(value) ? fmt::format(fmt::runtime(format), value) : std::string("-");
}

inline std::string table_head(const RunNames& names, std::int64_t sequences) {
  return fmt::format("model     {}\ndata      {}, {}, {} sequences", names.model, names.dataset,
                     names.split, sequences);
}

}  // namespace rnem::evaluation
