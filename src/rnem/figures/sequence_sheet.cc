#include "rnem/figures/sequence_sheet.h"

#include <fmt/format.h>

#include <string>

#include "rnem/core/error.h"
#include "rnem/figures/grid.h"
#include "rnem/figures/palette.h"

namespace rnem::figures {
namespace {

// "ψ₁₂": component numbers as subscript digits, which are U+2080 to U+2089
std::string psi_label(int component) {
  std::string label = "ψ";
  for (const char digit : fmt::format("{}", component)) {
    label += "\xE2\x82";
    label += static_cast<char>(0x80 + (digit - '0'));
  }
  return label;
}

}  // namespace

Drawing sequence_sheet(const Rollout& rollout, const SequenceSheet& options) {
  check_rollout(rollout);
  const std::vector<int> steps = chosen_frames(rollout.steps + 1, options.steps);
  RNEM_CHECK(!steps.empty(), "a sheet shows at least one step");
  Grid grid;
  const auto add_row = [&](GridRow row, auto image_at) {
    for (const int t : steps) {
      const Image image = image_at(t);
      row.cells.push_back(image.width() == 0 ? image : image.upscaled(options.scale));
    }
    grid.rows.push_back(std::move(row));
  };

  std::vector<std::string> headings;
  for (const int t : steps) headings.push_back(fmt::format("{}", t));
  add_row({.label = "truth", .headings = headings}, [&](int t) { return truth_image(rollout, t); });
  add_row({.label = "prediction"}, [&](int t) { return prediction_image(rollout, t); });
  if (rollout.k > 1) {
    add_row({.label = "groups γ"}, [&](int t) { return grouping_image(rollout, t); });
  }
  if (options.components && rollout.k > 1) {
    for (int c = 0; c < rollout.k; ++c) {
      add_row({.label = psi_label(c + 1), .patch = component_color(c), .apart = c == 0},
              [&](int t) { return component_image(rollout, t, c); });
    }
  }
  if (options.input && !rollout.corrupted.empty()) {
    add_row({.label = "input", .apart = true}, [&](int t) { return input_image(rollout, t); });
  }

  // the first simulated column, unless the whole sheet is
  for (int c = 1; c < int(steps.size()) && !grid.mark; ++c) {
    if (simulated(rollout, steps[std::size_t(c)])) {
      grid.mark = c;
      grid.mark_note = "simulated";
    }
  }
  if (simulated(rollout, steps[0])) grid.mark.reset(), grid.mark_note.clear();
  return grid_page(grid);
}

}  // namespace rnem::figures
