#include "rnem/experiments/report.h"

#include <fmt/format.h>

#include "rnem/core/duration.h"
#include "rnem/experiments/report_tables.h"

namespace rnem::experiments {
namespace {

constexpr const char* kHowToRead =
    "A number is the mean over seeds, in brackets the lowest and the highest seed, and after ± "
    "half "
    "the 95 % interval over test sequences. BCE: cross entropy of the predicted last frame, summed "
    "over pixels; relational: on pixels of colliding balls only; relative: divided by that of "
    "copying the current frame. ARI: 1 is a perfect grouping, 0 is chance; a single component has "
    "none. A dash: no such number, or none published.";

constexpr const char* kVerdicts =
    "A comparison agrees or differs when the intervals of the two, from the lowest to the highest "
    "seed (a single seed: 95 % over sequences), do not overlap; else this run cannot tell.";

class SectionWriter {
 public:
  SectionWriter(const Reproduction& r, Section& section) : r_(r), section_(section) {}

  void paragraph(std::string text) { section_.blocks.emplace_back(std::move(text)); }
  void table(const MaybeTable& table) {
    if (table.has_value()) section_.blocks.emplace_back(*table);
  }
  void figures(Setup setup, std::initializer_list<const char*> names) {
    for (const char* name : names) {
      const FigureText& text = figure_text(name);
      std::error_code ignored;
      if (!std::filesystem::exists(r_.path(figure_files(setup, text).front()), ignored)) continue;
      section_.blocks.emplace_back(ReportFigure{setup, &text});
    }
  }

 private:
  const Reproduction& r_;
  Section& section_;
};

const char* setup_title(Setup setup) {
  return setup == Setup::kOurs ? "by our recipe" : "as published";
}

std::vector<Section> setup_sections(const Reproduction& r, const Results& results, Setup setup) {
  std::vector<Section> sections;
  // a section of the set-up; left out when nothing in it is done
  const auto add = [&](const char* id, const char* title, const auto& fill) {
    Section section{fmt::format("{}-{}", setup_name(setup), id),
                    fmt::format("{}, {}", title, setup_title(setup))};
    SectionWriter writer(r, section);
    fill(writer);
    if (!section.blocks.empty()) sections.push_back(std::move(section));
  };
  add("claims", "The paper's claims",
      [&](SectionWriter& to) { to.table(claims_table(results, setup)); });
  add("balls", "Four balls", [&](SectionWriter& to) {
    to.table(balls_table(results, setup, "eval"));
    to.figures(setup, {"comparison", "film", "sheet", "attention"});
  });
  add("extrapolation", "6–8 balls without further training", [&](SectionWriter& to) {
    to.table(balls_table(results, setup, "extrapolate"));
    to.figures(setup, {"extrapolation-sheet"});
  });
  add("simulation", "Simulation of 4 balls", [&](SectionWriter& to) {
    to.table(simulation_table(results, setup, "simulate"));
    to.figures(setup, {"rollout", "rollout-strips", "simulation-film"});
  });
  add("more-simulation", "Simulation of 6–8 balls", [&](SectionWriter& to) {
    to.table(simulation_table(results, setup, "extrapolate-simulate"));
  });
  add("curtain", "Behind the curtain", [&](SectionWriter& to) {
    to.table(curtain_table(results, setup));
    to.table(hidden_table(results, setup));
    to.figures(setup, {"curtain-comparison", "curtain-sheet"});
  });
  add("game", "The game", [&](SectionWriter& to) {
    to.table(game_table(results, setup));
    to.figures(setup, {"game-sheet"});
  });
  add("shapes", "Still and flying shapes",
      [&](SectionWriter& to) { to.table(shapes_table(results, setup)); });
  add("ablations", "Without noise, with a small θ, with many components",
      [&](SectionWriter& to) { to.table(ablation_table(results, setup)); });
  add("training", "Training", [&](SectionWriter& to) {
    to.table(training_table(results, setup));
    to.figures(setup, {"curves"});
  });
  return sections;
}

}  // namespace

std::vector<Section> report_sections(const Reproduction& r, const Results& results,
                                     const std::vector<Part>& parts) {
  const Effort effort = effort_of(r, parts);
  Section about{"about", "About this run"};
  SectionWriter writer(r, about);
  writer.paragraph(fmt::format("Scale {}: {}.", r.scale.name, r.scale.about));
  if (!r.scale.meaningful) {
    writer.paragraph(
        "This run shows that the pipeline works from training to report. The models have learnt "
        "next to nothing and the numbers below say nothing about the methods.");
  }
  writer.paragraph(fmt::format("{} of {} parts are done; they took {} of one core.", effort.done,
                               parts.size(), format_duration(effort.core_seconds)));
  writer.paragraph(kHowToRead);
  writer.paragraph(kVerdicts);
  std::vector<Section> sections = {about};
  for (const Setup setup : r.setups) {
    for (Section& section : setup_sections(r, results, setup)) {
      sections.push_back(std::move(section));
    }
  }
  Scale copy = r.scale;
  ReportTable settings{{"key", "value", "meaning"}, {}, ReportTable::kText};
  for (const Option& option : options(copy)) {
    // "key = value" is the last line of what the option writes
    std::string line = write_toml({option});
    while (!line.empty() && line.back() == '\n') line.pop_back();
    settings.rows.push_back({option.key, line.substr(line.rfind('=') + 2), option.help});
  }
  sections.push_back({"settings", "Settings", {settings}});
  sections.push_back({"machine", "Machine", {machine_table(r, parts)}});
  sections.push_back({"parts", "Parts", {parts_table(r, parts)}, /*page_only=*/true});
  return sections;
}

}  // namespace rnem::experiments
