// What a reproduction found, beside what the paper published: one page that needs no other file.
#pragma once

#include <string>
#include <vector>

#include "rnem/experiments/reproduction.h"

namespace rnem::experiments {

// HTML with all tables, all figures (embedded), commands, seeds, times and the machine. All parts
// are done.
std::string report_page(const Reproduction& reproduction, const std::vector<Part>& parts);

}  // namespace rnem::experiments
