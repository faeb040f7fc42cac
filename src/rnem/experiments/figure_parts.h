// The figures of a reproduction.
#pragma once

#include "rnem/experiments/figure_texts.h"
#include "rnem/experiments/reproduction.h"
#include "rnem/figures/drawing.h"

namespace rnem::experiments {

// One part each, in the order of figure_texts().
std::vector<Part> figure_parts(const Reproduction& reproduction);

// Those that show a model at work on one test sequence: sheets and films.
std::vector<Part> model_figure_parts(const Reproduction& reproduction);

// The part of figure `name`: `command` without its --out; `draw` writes figure_files(), whose paths
// it is given.
Part figure_part(const Reproduction& reproduction, const char* name, std::vector<std::string> after,
                 const std::string& command,
                 std::function<void(const std::vector<std::string>& files)> draw);

// Saves a drawing as all of these; `pixels` a point in PNG files.
void save_all(const figures::Drawing& drawing, const std::vector<std::string>& files,
              double pixels = 2.0);

}  // namespace rnem::experiments
