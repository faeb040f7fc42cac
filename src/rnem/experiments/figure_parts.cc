#include "rnem/experiments/figure_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/experiments/evaluation_bars.h"
#include "rnem/experiments/simulation_strips.h"
#include "rnem/experiments/training_curves.h"

namespace rnem::experiments {
namespace {

using Json = nlohmann::ordered_json;

constexpr figures::ChartSize kWide{.width = 760, .height = 250, .font_size = 10};
constexpr const char *kFewTitle = "4 balls", *kMoreTitle = "6–8 balls";
constexpr std::int64_t kRows = 2;  // simulated sequences

template <class Name>
std::vector<std::string> names_of(std::span<const Method> list, Name name) {
  std::vector<std::string> names;
  for (const Method& method : list) names.emplace_back(name(method));
  return names;
}

std::string quoted_titles(std::span<const Method> list) {
  return fmt::format("'{}'", fmt::join(names_of(list, [](auto& m) { return m.title; }), ","));
}

Part chart(const Reproduction& r, const char* name, std::vector<std::string> after,
           const std::string& command, std::function<figures::Drawing()> draw) {
  return figure_part(r, name, std::move(after), command,
                     [draw = std::move(draw)](const auto& files) { save_all(draw(), files); });
}

// Without the ARI of methods that have one component: it is 0 because there is nothing to group.
Json compared_report(const Reproduction& r, const Method& m, const std::string& part) {
  Json report = r.result(part);
  if (m.is_single()) report.erase("ari");
  return report;
}

Part comparison(const Reproduction& r) {
  std::vector<std::string> after = names_of(ball_methods(), eval_part);
  for (const Method& m : ball_methods()) after.push_back(extrapolate_part(m));
  std::string command = "rnem plot bars";
  for (const auto& part : after) command += " " + Reproduction::result_file(part);
  const std::string titles =
      fmt::format("{}", fmt::join(names_of(ball_methods(), [](auto& m) { return m.title; }), ","));
  const std::vector<std::string> few(ball_methods().size(), kFewTitle);
  const std::vector<std::string> more(ball_methods().size(), kMoreTitle);
  command += fmt::format(" --names '{0},{0}' --groups '{1},{2}'", titles, fmt::join(few, ","),
                         fmt::join(more, ","));
  return chart(r, "comparison", after, command, [r] {
    std::vector<NamedReport> reports;
    for (const Method& m : ball_methods()) {
      reports.push_back({m.title, kFewTitle, compared_report(r, m, eval_part(m))});
    }
    for (const Method& m : ball_methods()) {
      reports.push_back({m.title, kMoreTitle, compared_report(r, m, extrapolate_part(m))});
    }
    return evaluation_bars(reports, compared_quantities(), kWide);
  });
}

Json published_report(const Method& m) {
  return {{"bce", m.published_bce},
          {"relational_bce", m.published_relational_bce},
          {"intervals", Json::object()}};
}

Part curtain_comparison(const Reproduction& r) {
  const auto after = names_of(curtain_methods(), eval_part);
  std::string command = "rnem plot bars";
  for (const auto& part : after) command += " " + Reproduction::result_file(part);
  command += " --names " + quoted_titles(curtain_methods()) + " --quantities bce,relational_bce";
  return chart(r, "curtain-comparison", after, command, [r] {
    std::vector<NamedReport> reports;
    for (const Method& m : curtain_methods()) {
      reports.push_back({m.title, "this run", r.result(eval_part(m))});
    }
    for (const Method& m : curtain_methods()) {
      reports.push_back({m.title, "published", published_report(m)});
    }
    return evaluation_bars(reports, find_quantities({"bce", "relational_bce"}), kWide);
  });
}

Part curves(const Reproduction& r, const char* name, std::span<const Method> list) {
  std::string command = "rnem plot curves";
  for (const Method& m : list) command += " " + r.run_folder(m);
  command += " --names " + quoted_titles(list);
  return chart(r, name, names_of(list, train_part), command, [r, list] {
    std::vector<NamedRun> runs;
    for (const Method& m : list) runs.push_back({m.title, r.path(r.run_folder(m))});
    return training_curves(runs, kWide);
  });
}

// R-NEM and the two that have no components.
std::vector<Method> simulated_methods() {
  std::vector<Method> list = {ball_methods().front()};
  for (const Method& m : ball_methods()) {
    if (m.is_single()) list.push_back(m);
  }
  return list;
}

Part rollout(const Reproduction& r) {
  const auto list = simulated_methods();
  const std::int64_t rows = std::min(kRows, r.scale.test_sequences);
  const auto steps = r.scale.observed_steps + r.scale.simulated_steps;
  std::string command = "rnem plot rollout";
  for (const Method& m : list) command += " " + r.model_file(m);
  command += fmt::format(
      " --names {} --data {} --seed {} --observe {} --steps {} --rows {} "
      "--loss-sequences {}",
      quoted_titles(list), r.data_file(kBalls), r.scale.seed, r.scale.observed_steps, steps, rows,
      r.scale.test_sequences);
  return chart(r, "rollout", names_of(list, simulate_part), command, [r, list, rows, steps] {
    model::EmSettings em;
    em.observe = r.scale.observed_steps;
    em.steps = steps;
    auto strips = empty_strips(rows, em);
    const auto ops = model::fast_ops(model::Precision::kFloat32);
    for (const Method& m : list) {
      add_simulation(open_test(r, m, kBalls), *ops, em, 0, m.title, strips);
      std::vector<double> bce;
      const Json report = r.result(simulate_part(m));  // outlives the loop over its list
      for (const Json& value : report["bce_per_step"]) {
        bce.push_back(value.is_number() ? value.get<double>() : std::nan(""));
      }
      strips.losses.push_back(loss_curve(m.title, bce));
    }
    return figures::rollout_strips(strips);
  });
}

}  // namespace

void save_all(const figures::Drawing& drawing, const std::vector<std::string>& files,
              double pixels) {
  for (const auto& file : files) drawing.save(file, pixels);
}

Part figure_part(const Reproduction& r, const char* name, std::vector<std::string> after,
                 const std::string& command,
                 std::function<void(const std::vector<std::string>& files)> draw) {
  Part part;
  part.name = name;
  part.about = fmt::format("draw {}", name);
  part.settings = fmt::format("{} steps, {} + {} simulated, seed {}", r.scale.evaluated_steps,
                              r.scale.observed_steps, r.scale.simulated_steps, r.scale.seed);
  part.after = std::move(after);
  part.makes = figure_files(figure_text(name));
  part.command = fmt::format("{} --out {}", command, part.makes.front());
  part.work = [r, makes = part.makes, draw = std::move(draw)] {
    std::vector<std::string> files;
    for (const auto& file : makes) files.push_back(r.path(file));
    make_folder(std::filesystem::path(files.front()).parent_path());
    draw(files);
    return Json::object();
  };
  return part;
}

std::vector<Part> figure_parts(const Reproduction& r) {
  std::vector<Part> drawn = model_figure_parts(r);
  drawn.push_back(curves(r, "curves", ball_methods()));
  drawn.push_back(comparison(r));
  drawn.push_back(rollout(r));
  drawn.push_back(curves(r, "curtain-curves", curtain_methods()));
  drawn.push_back(curtain_comparison(r));
  std::vector<Part> parts;
  for (const FigureText& text : figure_texts()) {
    const auto part = std::find_if(drawn.begin(), drawn.end(),
                                   [&](const Part& p) { return p.name == text.part; });
    RNEM_CHECK(part != drawn.end(), "every text has a figure");
    parts.push_back(std::move(*part));
  }
  return parts;
}

}  // namespace rnem::experiments
