#include "rnem/cli/demo_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "rnem/core/atomic_file.h"
#include "rnem/experiments/page_style.h"

namespace rnem::cli {
namespace {

constexpr const char* kDemoStyle = R"(
  td, th { white-space: nowrap } .over th { border-bottom: none; text-align: center }
  @media (max-width: 700px) {
    /* a sheet is not readable at the width of a phone: it scrolls instead */
    .scroll img { max-width: none; width: 900px }
  }
)";

// "0.6 (0.4)": error and limit, in pixels; a dash where the data cannot say
std::string beside_limit(double error, double limit) {
  if (std::isnan(error)) return "-";
  return std::isnan(limit) ? fmt::format("{:.1f}", error)
                           : fmt::format("{:.1f} ({:.1f})", error, limit);
}

std::string known(double bce) { return std::isnan(bce) ? "-" : fmt::format("{:.1f}", bce); }

std::vector<std::string> cells(const DemoScene& s) {
  return {s.title,
          fmt::format("{:.3f}", s.ari),
          known(s.bce),
          known(s.copy_bce),
          beside_limit(s.soon_error, s.soon_limit),
          beside_limit(s.later_error, s.later_limit),
          std::isnan(s.all_alive) ? "-" : fmt::format("{:.0f} %", 100 * s.all_alive)};
}

std::string table_rows(const std::vector<DemoScene>& scenes) {
  std::string rows;
  for (const auto& scene : scenes) {
    rows += fmt::format("<tr><td>{}</td></tr>\n", fmt::join(cells(scene), "</td><td>"));
  }
  return rows;
}

std::string figures(const DemoScene& s) {
  return fmt::format(
      R"(<h2>{0}</h2>
<p>{1}</p>
<figure><img src="{2}.gif" alt="truth, prediction, grouping, attention">
<figcaption><b>Watching.</b> The frame to come, the prediction of it, which component holds which pixel, and who attends to whom; arrows start at an attention of 0.1, the strongest stands below.</figcaption></figure>
<figure><img src="{2}-simulation.gif" alt="simulation">
<figcaption><b>Letting go.</b> After {3} frames the model sees nothing more of the truth, which goes on beside it: {4} steps.</figcaption></figure>
<figure><div class="scroll"><img src="{2}.png" alt="sequence sheet"></div>
<figcaption><b>Inside.</b> Every component's prediction in white, over it in colour the components that it attends to; at the bottom, what the model sees.</figcaption></figure>
)",
      s.title, s.text, s.stem, kDemoObserve, kDemoAhead);
}

}  // namespace

std::string demo_table(const std::vector<DemoScene>& scenes) {
  const auto line = [](const std::vector<std::string>& c) {
    return fmt::format("{:<22}{:>7}{:>10}{:>10}{:>14}{:>14}{:>10}\n", c[0], c[1], c[2], c[3], c[4],
                       c[5], c[6]);
  };
  std::string text =
      line({"scene", "ARI", "last BCE", "copying", fmt::format("px at +{}", kDemoSoon),
            fmt::format("px at +{}", kDemoLater), "all alive"});
  for (const auto& scene : scenes) text += line(cells(scene));
  return text;
}

void write_demo_page(const std::vector<DemoScene>& scenes, const std::filesystem::path& folder) {
  std::string body;
  for (const auto& scene : scenes) body += figures(scene);
  write_file(folder / "index.html",
             fmt::format(
                 R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>rnem demo</title><style>{}</style></head><body>
<h1>Objects discovered in raw video</h1>
<p>Nobody told the model what an object is. It watches noisy video, splits it into components, and predicts how they move and
collide. All sequences are new to it: it has never seen them.</p>
<div class="scroll"><table>
<tr class="over"><th></th><th></th><th colspan="2">BCE of the last frame</th><th colspan="3">after letting go: pixels off (limit), all balls alive</th></tr>
<tr><th>scene</th><th>ARI</th><th>model</th><th>copying</th><th>10 steps</th><th>20 steps</th><th>100 steps</th></tr>
{}</table></div>
<p>ARI after the tenth step: 1 is a perfect grouping, 0 is chance. BCE is the cross entropy of the predicted frame, lower is better, beside
that of predicting that nothing moves any more. After letting go the model sees nothing; the limit is what true physics would reach
that started from what the model knew of places and velocities at that moment.</p>
{}
<h2>Train your own</h2>
<pre>build/rnem train --out out/run
build/rnem eval out/run/best.safetensors --data live:balls4mass64</pre>
</body></html>
)",
                 std::string(experiments::kPageStyle) + kDemoStyle, table_rows(scenes), body));
}

}  // namespace rnem::cli
