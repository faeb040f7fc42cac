#include <fmt/format.h>

#include "rnem/core/atomic_file.h"
#include "rnem/experiments/base64.h"
#include "rnem/experiments/page_style.h"
#include "rnem/experiments/report.h"

namespace rnem::experiments {
namespace {

constexpr const char* kReportStyle = R"(
  nav { margin: 1rem 0 } nav a { margin-right: 1rem; white-space: nowrap } a { color: #0072b2 }
  .numbers td { white-space: nowrap } .numbers th { min-width: 4.5rem }
  .text td, .text th { text-align: left }
  img { max-height: 60rem }
  .notice { background: #fff3cd; border: 1px solid #e0c060; padding: .7rem 1rem; font-weight: 600 }
  @media (max-width: 700px) {
    .numbers td:first-child { white-space: normal; min-width: 5rem }
    .text td { min-width: 8rem }
    /* small print would not be readable at the width of a phone: figures scroll instead */
    figure .scroll img { max-width: none; max-height: none; width: 760px }
  }
  @media print { nav { display: none } }
)";

std::string figure_html(const Reproduction& r, const ReportFigure& figure) {
  const std::string file = figure_files(figure.setup, *figure.text).front();
  return fmt::format(
      "<figure><div class=\"scroll\"><img alt=\"{0}\" src=\"data:image/{1};base64,{2}\"></div>\n"
      "<figcaption><b>{0}.</b> {3}</figcaption></figure>\n",
      escaped(figure.text->title), figure.text->kind == FigureKind::kFilm ? "gif" : "png",
      base64(read_file(r.path(file))), escaped(figure.text->caption));
}

std::string block_html(const Reproduction& r, const Block& block) {
  if (const auto* text = std::get_if<std::string>(&block)) {
    return fmt::format("<p>{}</p>\n", escaped(*text));
  }
  if (const auto* table = std::get_if<ReportTable>(&block)) return table->html();
  return figure_html(r, std::get<ReportFigure>(block));
}

}  // namespace

std::string report_page(const Reproduction& r, const std::vector<Section>& sections) {
  std::string links, body;
  for (const Section& section : sections) {
    links += fmt::format("<a href=\"#{}\">{}</a>\n", section.id, escaped(section.title));
    body += fmt::format("<h2 id=\"{}\">{}</h2>\n", section.id, escaped(section.title));
    for (const Block& block : section.blocks) body += block_html(r, block);
  }
  const std::string notice =
      r.scale.meaningful
          ? std::string()
          : std::string("<p class=\"notice\">The numbers below say nothing about the methods.</p>");
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>R-NEM, reproduced</title><style>{}</style></head><body>\n"
      "<h1>R-NEM, reproduced</h1>\n{}<nav>\n{}</nav>\n{}</body></html>\n",
      std::string(kPageStyle) + kReportStyle, notice, links, body);
}

}  // namespace rnem::experiments
