#include "rnem/experiments/publish.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "rnem/core/atomic_file.h"

namespace rnem::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

void round_numbers(Json& json) {
  if (json.is_number_float()) {
    const double value = json.get<double>();
    if (std::isfinite(value)) json = std::stod(fmt::format("{:.6g}", value));
  } else if (json.is_structured()) {
    for (auto& entry : json) round_numbers(entry);
  }
}

// A line a key: small, and differences between two are readable.
std::string slim(const std::string& text) {
  Json json = Json::parse(text);
  for (const char* key : {"per_step", "mean_over_steps", "absent", "after"}) json.erase(key);
  // lists of what the charts show
  const std::set<std::string> kept = {"bce_per_step", "position_error_per_step", "ari_per_step",
                                      "area_per_step", "true_area_per_step"};
  std::vector<std::string> lists;
  for (const auto& [key, value] : json.items()) {
    if (key.ends_with("_per_step") && !kept.contains(key)) lists.push_back(key);
  }
  for (const auto& key : lists) json.erase(key);
  round_numbers(json);
  std::string lines;
  for (const auto& [key, value] : json.items()) {
    lines += fmt::format("{}{}: {}", lines.empty() ? "" : ",\n", Json(key).dump(), value.dump());
  }
  return "{" + lines + "}\n";
}

void copy_slim(const Reproduction& r, const std::string& file, const fs::path& to) {
  make_folder((to / file).parent_path());
  write_file(to / file, slim(read_file(r.path(file))));
}

}  // namespace

std::string commands_script(const std::vector<Part>& parts) {
  std::string script = "mkdir -p results figures\n";
  for (const Part& part : parts) script += fmt::format("{}  # {}\n", part.command, part.name);
  return script;
}

void publish(const Reproduction& r, const std::vector<Part>& parts,
             const std::vector<Section>& sections, const fs::path& to) {
  make_folder(to / "figures");
  const std::vector<bool> done = done_parts(r.folder, parts);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!done[i]) continue;
    copy_slim(r, "parts/" + parts[i].name + ".json", to);
    for (const auto& file : parts[i].makes) {
      if (file.ends_with(".json")) copy_slim(r, file, to);
    }
  }
  for (const Section& section : sections) {
    for (const Block& block : section.blocks) {
      const auto* figure = std::get_if<ReportFigure>(&block);
      if (figure == nullptr || figure->text->kind == FigureKind::kFilm) continue;
      const std::string file = figure_files(figure->setup, *figure->text).back();
      write_file(to / file, read_file(r.path(file)));
    }
  }
  write_file(to / kCommandsFile,
             fmt::format("# rnem reproduce --scale {} --out OUT --list writes the settings that "
                         "these commands name into OUT/configs\n{}",
                         r.scale.name, commands_script(parts)));
  write_file(to / "README.md", report_markdown(r, sections));
}

}  // namespace rnem::experiments
