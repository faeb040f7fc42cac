#include "rnem/cli/demo_page.h"

#include <fmt/format.h>

#include "rnem/core/atomic_file.h"

namespace rnem::cli {
namespace {

constexpr const char* kStyle = R"(
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 1100px; margin: 2rem auto; padding: 0 1rem; color: #222 }
  table { border-collapse: collapse; margin: 1rem 0 }
  td, th { padding: .3rem .9rem; border-bottom: 1px solid #ccc; text-align: right }
  td:first-child, th:first-child { text-align: left }
  img { max-width: 100%; image-rendering: pixelated }
  img.sheet { image-rendering: auto }
  figure { margin: 1rem 0 2rem } figcaption { color: #555 }
  code { background: #f3f3f3; padding: .1rem .3rem }
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
<figcaption>Watching: the frame to come, the prediction of it, which component holds which pixel, and who attends to whom.</figcaption></figure>
<figure><img src="{2}-simulation.gif" alt="simulation">
<figcaption>Simulating: after 15 frames the model sees only its own predictions.</figcaption></figure>
<figure><img class="sheet" src="{2}.png" alt="sequence sheet">
<figcaption>Inside: every component's prediction, with the components it attends to in their colours; below, what the model sees.</figcaption></figure>
)",
      s.title, s.text, s.stem);
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
  write_file(folder / "index.html", fmt::format(
                                        R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>rnem demo</title><style>{}</style></head><body>
<h1>Objects discovered in raw video</h1>
<p>Fresh sequences that the model has never seen. ARI after the tenth step: 1 is a perfect grouping, 0 is chance.
BCE is the cross entropy of the predicted last frame (lower is better) beside that of copying the current frame; the simulated columns
are means over the frames that the model predicted from its own predictions.</p>
<table><tr><th>scene</th><th>ARI</th><th>last BCE</th><th>copy BCE</th><th>simulated BCE</th><th>copy BCE</th><th>position error, px</th></tr>
{}</table>
{}
<h2>Train your own</h2>
<p><code>build/rnem train --out out/run</code> then <code>build/rnem eval out/run/best.safetensors --data live:balls4mass64</code></p>
</body></html>
)",
                                        kStyle, table_rows(scenes), body));
}

}  // namespace rnem::cli
