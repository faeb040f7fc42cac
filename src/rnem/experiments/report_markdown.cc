#include <fmt/format.h>

#include "rnem/experiments/report.h"

namespace rnem::experiments {
namespace {

std::string figure_markdown(const ReportFigure& figure) {
  if (figure.text->kind == FigureKind::kFilm) return "";
  return fmt::format("![{0}]({1})\n\n**{0}.** {2}\n\n", figure.text->title,
                     figure_files(figure.setup, *figure.text).back(), figure.text->caption);
}

}  // namespace

std::string report_markdown(const Reproduction& r, const std::vector<Section>& sections) {
  std::string text = "# The paper's comparison, reproduced\n\n";
  text += fmt::format(
      "Made by `rnem reproduce --scale {} --out OUT --publish DIR` ([how](../../reproduce.md)). "
      "`parts/` and `results/` have the numbers of every part, `commands.sh` the commands that "
      "make "
      "them by hand.\n\n",
      r.scale.name);
  for (const Section& section : sections) {
    if (section.page_only) continue;
    text += fmt::format("## {}\n\n", section.title);
    for (const Block& block : section.blocks) {
      if (const auto* paragraph = std::get_if<std::string>(&block)) {
        text += *paragraph + "\n\n";
      } else if (const auto* table = std::get_if<ReportTable>(&block)) {
        text += table->markdown() + "\n";
      } else {
        text += figure_markdown(std::get<ReportFigure>(block));
      }
    }
  }
  return text;
}

}  // namespace rnem::experiments
