#include "rnem/experiments/report_page.h"

#include <fmt/format.h>

#include "rnem/core/atomic_file.h"
#include "rnem/core/progress.h"
#include "rnem/experiments/base64.h"
#include "rnem/experiments/figure_texts.h"
#include "rnem/experiments/html_table.h"
#include "rnem/experiments/page_style.h"
#include "rnem/experiments/report_tables.h"

namespace rnem::experiments {
namespace {

constexpr const char* kReportStyle = R"(
  nav { margin: 1rem 0 } nav a { margin-right: 1rem; white-space: nowrap } a { color: #0072b2 }
  .numbers td { white-space: nowrap } .numbers th { min-width: 4.5rem }
  .text td, .text th { text-align: left }
  img { max-height: 60rem }
  code { font-size: .8rem; overflow-wrap: anywhere } pre { font-size: .85rem }
  .parts td:nth-child(-n+3) { white-space: nowrap }
  .notice { background: #fff3cd; border: 1px solid #e0c060; padding: .7rem 1rem; font-weight: 600 }
  @media (max-width: 700px) {
    .numbers td:first-child { white-space: normal; min-width: 5rem }
    .text td { min-width: 8rem }
    /* small print would not be readable at the width of a phone: figures scroll instead */
    figure .scroll img { max-width: none; max-height: none; width: 760px }
  }
  @media print { nav { display: none } }
)";

// Text in order, headings with a link from the top.
class Page {
 public:
  void add(const std::string& html) { body_ += html; }
  void paragraph(const std::string& html) { body_ += fmt::format("<p>{}</p>\n", html); }
  void heading(const char* id, const char* text) {
    links_ += fmt::format("<a href=\"#{}\">{}</a>\n", id, text);
    body_ += fmt::format("<h2 id=\"{}\">{}</h2>\n", id, text);
  }
  const std::string& body() const { return body_; }
  const std::string& links() const { return links_; }

 private:
  std::string body_, links_;
};

std::string notice(const Scale& scale) {
  const std::string about = escaped(scale.about);
  if (scale.meaningful) return fmt::format("<p>Scale <b>{}</b>: {}.</p>\n", scale.name, about);
  return fmt::format(
      "<p class=\"notice\">Scale {}: {}. This run shows that the pipeline works from data to "
      "report. The models have learnt next to nothing and the numbers below say nothing about the "
      "methods.</p>\n",
      scale.name, about);
}

std::string figure_html(const Reproduction& r, const char* part) {
  const FigureText& text = figure_text(part);
  const auto files = figure_files(text);
  return fmt::format(
      "<figure><div class=\"scroll\"><img alt=\"{0}\" src=\"data:image/{1};base64,{2}\"></div>\n"
      "<figcaption><b>{0}.</b> {3}</figcaption></figure>\n",
      escaped(text.title), text.kind == FigureKind::kFilm ? "gif" : "png",
      base64(read_file(r.path(files.front()))), escaped(text.caption));
}

std::string settings_text(const Scale& scale) {
  Scale copy = scale;
  return fmt::format("<pre>{}</pre>\n", escaped(write_toml(options(copy), /*with_help=*/true)));
}

}  // namespace

std::string report_page(const Reproduction& r, const std::vector<Part>& parts) {
  Page page;
  page.heading("glance", "At a glance");
  page.add(glance_table(r));
  page.paragraph(
      "Numbers are means over test sequences. BCE: cross entropy of the predicted last frame, "
      "summed over pixels; relative BCE: divided by that of copying the current frame; relational: "
      "on pixels of colliding balls only. ARI: 1 is a perfect grouping, 0 is chance; a single "
      "component has no grouping. A dash: no such number, or none published.");
  page.heading("balls", "Four balls");
  page.add(balls_table(r));
  for (const char* part : {"comparison", "film", "sheet", "attention"}) {
    page.add(figure_html(r, part));
  }
  page.heading("extrapolation", "Extrapolation to 6–8 balls");
  page.add(extrapolation_table(r));
  page.add(figure_html(r, "extrapolation-sheet"));
  page.heading("simulation", "Simulation");
  page.paragraph(fmt::format("{} observed steps, then {} from the model's own predictions.",
                             r.scale.observed_steps, r.scale.simulated_steps));
  page.add(simulation_table(r));
  page.add(figure_html(r, "rollout") + figure_html(r, "simulation-film"));
  page.heading("curtain", "Behind the curtain");
  page.add(curtain_table(r));
  page.add(figure_html(r, "curtain-comparison") + figure_html(r, "curtain-sheet"));
  page.heading("training", "Training");
  page.add(training_table(r));
  page.add(figure_html(r, "curves") + figure_html(r, "curtain-curves"));
  page.heading("settings", "Settings");
  page.paragraph(fmt::format("Seed {}; the same for every method:", r.scale.seed));
  page.add(settings_text(r.scale));
  page.heading("machine", "Machine");
  page.add(machine_table());
  page.heading("parts", "Parts");
  page.paragraph(fmt::format(
      "All of them took {}. The commands do the same by hand, one after the other, in the folder "
      "of this page; only the published bars cannot be had that way.",
      format_duration(total_seconds(r, parts))));
  page.add("<div class=\"parts\">" + parts_table(r, parts) + "</div>\n");
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>R-NEM, reproduced</title><style>{}</style></head><body>\n"
      "<h1>R-NEM, reproduced</h1>\n{}<nav>\n{}</nav>\n{}</body></html>\n",
      std::string(kPageStyle) + kReportStyle, notice(r.scale), page.links(), page.body());
}

}  // namespace rnem::experiments
