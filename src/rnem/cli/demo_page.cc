#include "rnem/cli/demo_page.h"

#include <fmt/format.h>

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

std::string table_rows(const std::vector<DemoScene>& scenes) {
  std::string rows;
  for (const auto& s : scenes) {
    rows += fmt::format(
        "<tr><td>{}</td><td>{:.3f}</td><td>{:.1f}</td><td>{:.1f}</td><td>{:.1f}</td><td>{:.1f}</td>"
        "<td>{:.1f}</td></tr>\n",
        s.title, s.ari, s.bce, s.copy_bce, s.simulated_bce, s.simulated_copy_bce,
        s.simulated_error);
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
<figcaption><b>Simulating.</b> After {3} frames the model sees only its own predictions.</figcaption></figure>
<figure><div class="scroll"><img src="{2}.png" alt="sequence sheet"></div>
<figcaption><b>Inside.</b> Every component's prediction in white, over it in colour the components that it attends to; at the bottom, what the model sees.</figcaption></figure>
)",
      s.title, s.text, s.stem, s.observed);
}

}  // namespace

std::string demo_table(const std::vector<DemoScene>& scenes) {
  std::string text = fmt::format("{:<24}{:>8}{:>12}{:>12}{:>14}{:>12}{:>14}\n", "scene", "ARI",
                                 "last BCE", "copy BCE", "sim. BCE", "copy BCE", "sim. error");
  for (const auto& s : scenes) {
    text += fmt::format("{:<24}{:>8.3f}{:>12.1f}{:>12.1f}{:>14.1f}{:>12.1f}{:>11.1f} px\n", s.title,
                        s.ari, s.bce, s.copy_bce, s.simulated_bce, s.simulated_copy_bce,
                        s.simulated_error);
  }
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
<p>Nobody told the model what an object is. It watches noisy binary video, splits it into components, and predicts how they move and
collide. All sequences are fresh: it has never seen them.</p>
<div class="scroll"><table>
<tr class="over"><th></th><th></th><th colspan="2">BCE of the last frame</th><th colspan="2">BCE while simulating</th><th></th></tr>
<tr><th>scene</th><th>ARI</th><th>model</th><th>copying</th><th>model</th><th>copying</th><th>position error, px</th></tr>
{}</table></div>
<p>ARI after the tenth step: 1 is a perfect grouping, 0 is chance. BCE is the cross entropy of the predicted frame, lower is better, beside
that of predicting that nothing moves any more. Simulating, the model goes on from its own predictions; the numbers are means over those
frames, the position error too.</p>
{}
<h2>Train your own</h2>
<pre>build/rnem train --out out/run
build/rnem eval out/run/best.safetensors --data live:balls4mass64</pre>
</body></html>
)",
                 std::string(experiments::kPageStyle) + kDemoStyle, table_rows(scenes), body));
}

}  // namespace rnem::cli
