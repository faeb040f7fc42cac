// What a reproduction found, as sections of text, tables and figures; once as a page that stands
// alone, once as Markdown.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "rnem/experiments/figure_texts.h"
#include "rnem/experiments/report_table.h"
#include "rnem/experiments/results.h"

namespace rnem::experiments {

struct ReportFigure {
  Setup setup;
  const FigureText* text;
};

using Block = std::variant<std::string, ReportTable, ReportFigure>;  // a string is a paragraph

struct Section {
  std::string id, title;
  std::vector<Block> blocks = {};
  bool page_only = false;  // what Markdown has in a file of its own
};

// What there is so far: tables of methods that are done, figures that are drawn.
std::vector<Section> report_sections(const Reproduction& reproduction, const Results& results,
                                     const std::vector<Part>& parts);

// Pictures are inside the page.
std::string report_page(const Reproduction& reproduction, const std::vector<Section>& sections);

// Figures are links to figures/: charts as SVG, sheets as PNG; films are left out.
std::string report_markdown(const Reproduction& reproduction, const std::vector<Section>& sections);

}  // namespace rnem::experiments
