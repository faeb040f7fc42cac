#include "rnem/figures/contact_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rnem/core/error.h"
#include "rnem/figures/grid.h"
#include "rnem/figures/object_frame.h"

namespace rnem::figures {

Drawing contact_sheet(const worlds::Sequence& sequence, const worlds::Shape& shape,
                      const ContactSheet& options) {
  const std::vector<int> frames = chosen_frames(sequence.frames, options.frames);
  RNEM_CHECK(!frames.empty(), "a contact sheet shows at least one frame");
  const int count = int(frames.size());
  int columns = options.columns;
  if (columns <= 0) {
    const int rows = std::max(1, int(std::lround(std::sqrt(count / 1.5))));
    columns = (count + rows - 1) / rows;
  }
  Grid grid;
  for (int i = 0; i < count; ++i) {
    if (i % columns == 0) grid.rows.emplace_back();
    const int t = frames[std::size_t(i)];
    grid.rows.back().headings.push_back(fmt::format("{}", options.label_from + t));
    grid.rows.back().cells.push_back(object_frame(sequence, shape, t, options.scale));
  }
  return grid_page(grid);
}

std::vector<Image> sequence_film(const worlds::Sequence& sequence, const worlds::Shape& shape,
                                 const ContactSheet& options) {
  std::vector<Image> film;
  for (const int t : chosen_frames(sequence.frames, options.frames)) {
    Grid grid;
    grid.rows.push_back({.headings = {fmt::format("frame {}", options.label_from + t)},
                         .cells = {object_frame(sequence, shape, t, options.scale)}});
    film.push_back(grid_page(grid).render(1.0));
  }
  return film;
}

Drawing world_overview(std::span<const NamedSequence> worlds, const FrameChoice& frames, int cell) {
  Grid grid;
  for (const NamedSequence& world : worlds) {
    const int side = std::max(world.shape.height, world.shape.width);
    GridRow row{.label = world.name};
    for (const int t : chosen_frames(world.sequence.frames, frames)) {
      if (grid.rows.empty()) row.headings.push_back(fmt::format("{}", t));
      row.cells.push_back(object_frame(world.sequence, world.shape, t, std::max(1, cell / side)));
    }
    grid.rows.push_back(std::move(row));
  }
  return grid_page(grid);
}

}  // namespace rnem::figures
