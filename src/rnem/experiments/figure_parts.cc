#include "rnem/experiments/figure_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "rnem/core/atomic_file.h"
#include "rnem/evaluation/model_rollout.h"
#include "rnem/experiments/evaluation_bars.h"
#include "rnem/experiments/simulation_strips.h"
#include "rnem/experiments/training_curves.h"
#include "rnem/figures/attention_sheet.h"
#include "rnem/figures/curtain_sheet.h"
#include "rnem/figures/sequence_sheet.h"

namespace rnem::experiments {
namespace {

using Json = nlohmann::ordered_json;
using Draw = std::function<figures::Drawing()>;

constexpr double kPixels = 2.0;  // a point, in PNG files
constexpr figures::ChartSize kWide{.width = 760, .height = 250, .font_size = 9};
constexpr int kColumns = 15;       // of a sheet, about
constexpr std::int64_t kRows = 3;  // simulated sequences

const Method& rnem() { return ball_methods().front(); }

// Every so many steps make a sheet of a page's width.
figures::FrameChoice sheet_steps(const Scale& scale) {
  return {.first = 1, .every = static_cast<int>((scale.evaluated_steps + kColumns - 1) / kColumns)};
}

Part figure(const Reproduction& r, const char* name, std::vector<std::string> after,
            const std::string& command, Draw draw) {
  Part part;
  part.name = name;
  part.about = fmt::format("draw {}", name);
  part.settings = fmt::format("{} steps, {} + {} simulated, seed {}", r.scale.evaluated_steps,
                              r.scale.observed_steps, r.scale.simulated_steps, r.scale.seed);
  part.after = std::move(after);
  const std::string file = Reproduction::figure_file(name);
  part.makes = {file};
  part.command = fmt::format("{} --out {}", command, r.path(file));
  part.work = [out = std::filesystem::path(r.path(file)), draw = std::move(draw)] {
    make_folder(out.parent_path());
    draw().save(out, kPixels);
    return Json::object();
  };
  return part;
}

template <class Name>
std::vector<std::string> names_of(std::span<const Method> list, Name name) {
  std::vector<std::string> names;
  for (const Method& method : list) names.emplace_back(name(method));
  return names;
}

std::string quoted_titles(std::span<const Method> list) {
  return fmt::format("'{}'", fmt::join(names_of(list, [](auto& m) { return m.title; }), ","));
}

Part comparison(const Reproduction& r) {
  std::vector<std::string> after = names_of(ball_methods(), eval_part);
  for (const Method& m : ball_methods()) after.push_back(extrapolate_part(m));
  std::string command = "rnem plot bars";
  for (const auto& part : after) command += " " + r.path(Reproduction::result_file(part));
  const std::string titles =
      fmt::format("{}", fmt::join(names_of(ball_methods(), [](auto& m) { return m.title; }), ","));
  command += fmt::format(" --names '{0},{0}'", titles);
  return figure(r, "comparison", after, command, [r] {
    std::vector<NamedReport> reports;
    for (const Method& m : ball_methods()) {
      reports.push_back({m.title, "4 balls", r.result(eval_part(m))});
    }
    for (const Method& m : ball_methods()) {
      reports.push_back({m.title, "6–8 balls", r.result(extrapolate_part(m))});
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
  for (const auto& part : after) command += " " + r.path(Reproduction::result_file(part));
  command += " --names " + quoted_titles(curtain_methods());
  return figure(r, "curtain-comparison", after, command, [r] {
    std::vector<NamedReport> reports;
    for (const Method& m : curtain_methods()) {
      reports.push_back({m.title, "this run", r.result(eval_part(m))});
    }
    for (const Method& m : curtain_methods()) {
      reports.push_back({m.title, "published", published_report(m)});
    }
    return evaluation_bars(reports, {{"bce", "BCE"}, {"relational_bce", "relational BCE"}}, kWide);
  });
}

Part curves(const Reproduction& r, const char* name, std::span<const Method> list) {
  std::string command = "rnem plot curves";
  for (const Method& m : list) command += " " + r.path(r.run_folder(m));
  command += " --names " + quoted_titles(list);
  return figure(r, name, names_of(list, train_part), command, [r, list] {
    std::vector<NamedRun> runs;
    for (const Method& m : list) runs.push_back({m.title, r.path(r.run_folder(m))});
    return training_curves(runs, kWide);
  });
}

// R-NEM and the two that have no components.
std::vector<Method> simulated_methods() {
  std::vector<Method> list = {rnem()};
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
  for (const Method& m : list) command += " " + r.path(r.model_file(m));
  command += fmt::format(
      " --names {} --data {} --seed {} --observe {} --steps {} --rows {} "
      "--loss-sequences {}",
      quoted_titles(list), r.path(r.data_file(kBalls)), r.scale.seed, r.scale.observed_steps, steps,
      rows, r.scale.test_sequences);
  return figure(r, "rollout", names_of(list, simulate_part), command, [r, list, rows, steps] {
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

// A figure of one model on test sequence 0.
struct Sheet {
  const char* name;     // of the part
  const char* command;  // "plot sheet"
  Method method;
  const char* world;
  std::int64_t k;
};

Part sheet(const Reproduction& r, const Sheet& s,
           figures::Drawing (*draw)(const evaluation::Session&, const figures::Rollout&,
                                    const figures::FrameChoice&)) {
  const auto choice = sheet_steps(r.scale);
  const std::string command =
      fmt::format("rnem {} {} --data {} --k {} --seed {} --steps {} --every {}", s.command,
                  r.path(r.model_file(s.method)), r.path(r.data_file(s.world)), s.k, r.scale.seed,
                  r.scale.evaluated_steps, choice.every);
  return figure(r, s.name, {train_part(s.method), data_part(s.world)}, command, [=] {
    const auto session = open_test(r, s.method, s.world);
    model::EmSettings em;
    em.k = s.k;
    em.steps = r.scale.evaluated_steps;
    const auto ops = model::fast_ops(model::Precision::kFloat32);
    return draw(session, evaluation::model_rollout(session, *ops, 0, em), choice);
  });
}

figures::Drawing draw_attention(const evaluation::Session&, const figures::Rollout& rollout,
                                const figures::FrameChoice& choice) {
  return figures::attention_sheet(rollout, choice, 1);
}

figures::Drawing draw_inside(const evaluation::Session&, const figures::Rollout& rollout,
                             const figures::FrameChoice& choice) {
  return figures::sequence_sheet(rollout, {.steps = choice, .scale = 1});
}

figures::Drawing draw_curtain(const evaluation::Session& session, const figures::Rollout& rollout,
                              const figures::FrameChoice& choice) {
  const auto sequence = session.source->get(session.split, 0, 0, rollout.steps + 1);
  return figures::curtain_sheet(rollout, sequence, session.source->shape(), choice, 1);
}

}  // namespace

const std::vector<FigureText>& figure_texts() {
  static const std::vector<FigureText> kTexts = {
      {"curves", "Training on 4 balls",
       "Losses are sums over pixels and components, so that they compare between runs of the same "
       "K only; the bars below compare methods."},
      {"comparison", "Methods on 4 balls, and on 6–8 balls without further training",
       "BCE of the last frame relative to copying the current frame, on all pixels and on those of "
       "colliding balls; below 1 is better than copying. Lines are 95 % intervals over sequences."},
      {"sheet", "Inside R-NEM",
       "Every component's prediction, in colour the components it attends to; above, truth, "
       "prediction and grouping; below, the noisy input."},
      {"attention", "Attention",
       "Who attends to whom: components as discs where their pixels are, lines as strong as the "
       "attention."},
      {"extrapolation-sheet", "R-NEM K=5 on 6–8 balls with K=8",
       "The weights of four balls on more balls and with more components than in training."},
      {"rollout", "Simulation",
       "After the line the models see only their own predictions; to the right, the BCE of every "
       "step over the test set."},
      {"curtain-curves", "Training behind the curtain", "As above, three balls and a curtain."},
      {"curtain-comparison", "Methods behind the curtain",
       "BCE of the last frame, summed over pixels, beside the published numbers."},
      {"curtain-sheet", "R-NEM and the curtain",
       "An invisible square hides what is behind it; the truth shows it in outline."},
  };
  return kTexts;
}

std::vector<Part> figure_parts(const Reproduction& r) {
  const Method& behind = curtain_methods().front();
  return {curves(r, "curves", ball_methods()),
          comparison(r),
          sheet(r, {"sheet", "plot sheet", rnem(), kBalls, rnem().k}, draw_inside),
          sheet(r, {"attention", "plot attention", rnem(), kBalls, rnem().k}, draw_attention),
          sheet(r, {"extrapolation-sheet", "plot sheet", rnem(), kMoreBalls, kExtrapolationK},
                draw_inside),
          rollout(r),
          curves(r, "curtain-curves", curtain_methods()),
          curtain_comparison(r),
          sheet(r, {"curtain-sheet", "plot curtain", behind, kCurtain, behind.k}, draw_curtain)};
}

}  // namespace rnem::experiments
