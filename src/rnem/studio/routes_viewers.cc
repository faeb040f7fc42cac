// What there is to look at, and looking at it.
#include <cmath>

#include "rnem/figures/palette.h"
#include "rnem/model/em_config.h"
#include "rnem/studio/app.h"

namespace rnem::studio {
namespace {

using nlohmann::json;

json color_list() {
  json colors = json::array();
  for (int k = 0; k < figures::kComponentColors; ++k) {
    const figures::Rgb color = figures::component_color(k);
    colors.push_back({color.r, color.g, color.b});
  }
  return colors;
}

Edit::Kind edit_kind(const std::string& name) {
  using Kind = Edit::Kind;
  static const std::map<std::string, Kind> kKinds = {
      {"hold", Kind::kHold},   {"throw", Kind::kThrow},   {"change", Kind::kChange},
      {"add", Kind::kAdd},     {"remove", Kind::kRemove}, {"draw", Kind::kDraw},
      {"erase", Kind::kErase}, {"clear", Kind::kClear}};
  const auto found = kKinds.find(name);
  if (found == kKinds.end()) fail_input("edits: unknown kind '{}'", name);
  return found->second;
}

std::vector<Edit> read_edits(const json& body) {
  constexpr std::size_t kMostEdits = 64, kMostPoints = 2000;
  const auto list = value_of<std::vector<json>>(body, "edits", {});
  if (list.size() > kMostEdits) fail_input("edits: expected {} at most", kMostEdits);
  std::vector<Edit> edits;
  for (const json& one : list) {
    if (!one.is_object()) fail_input("edits: expected objects");
    Edit edit;
    edit.kind = edit_kind(value_of<std::string>(one, "do", ""));
    edit.object = value_of<std::size_t>(one, "object", 0);
    edit.x = value_of<double>(one, "x", 0);
    edit.y = value_of<double>(one, "y", 0);
    edit.radius = value_of<double>(one, "radius", 0);
    edit.mass = value_of<double>(one, "mass", 1);
    edit.points = value_of<std::vector<double>>(one, "points", {});
    if (edit.points.size() > kMostPoints) fail_input("points: expected {} at most", kMostPoints);
    edits.push_back(std::move(edit));
  }
  return edits;
}

Advance read_advance(const json& body) {
  Advance wanted;
  wanted.steps = value_of<int>(body, "steps", 1);
  wanted.alone = value_of<bool>(body, "alone", false);
  wanted.inside = value_of<bool>(body, "inside", false);
  wanted.action = value_of<int>(body, "action", 0);
  if (body.contains("from")) wanted.from = value_of<std::uint32_t>(body, "from", 0);
  if (body.contains("noise")) wanted.noise = value_of<double>(body, "noise", 0);
  if (body.contains("k")) wanted.k = value_of<std::int64_t>(body, "k", 0);
  wanted.edits = read_edits(body);
  return wanted;
}

json open_viewer(App& app, const json& body) {
  const auto model_name = value_of<std::string>(body, "model", "balls4");
  const auto world = value_of<std::string>(body, "world", "balls4mass64");
  ViewerSettings settings;
  settings.seed = value_of<std::uint64_t>(body, "seed", 1);
  settings.k = value_of<std::int64_t>(body, "k", 0);
  settings.noise = value_of<double>(body, "noise", 0);
  settings.rule = value_of<std::string>(body, "rule", "");
  if (!(settings.noise >= 0)) fail_input("noise: expected 0 to 0.5");
  auto scene = app.catalog.scene(world, settings.seed, value_of<std::int64_t>(body, "sequence", 0));
  return app.engine.run([&]() -> json {
    const auto model = app.catalog.model(model_name);
    auto viewer = std::make_unique<Viewer>(model, std::move(scene), settings);
    json facts = {{"k", viewer->k()},
                  {"height", model->height()},
                  {"width", model->width()},
                  {"actions", model->actions()},
                  {"parameters", model->parameters()},
                  {"discs", viewer->scene().has_discs()},
                  {"game", viewer->scene().is_game()},
                  {"recorded_game", viewer->scene().is_recorded_game()},
                  {"past", Viewer::kPast}};
    facts["id"] = app.viewers.add(std::move(viewer));
    return facts;
  });
}

}  // namespace

void add_viewer_routes(httplib::Server& server, App& app) {
  server.Get("/api/catalog", [&](const httplib::Request&, httplib::Response& response) {
    json list = app.catalog.list();
    list["colors"] = color_list();
    list["rules"] = model::simulation_rules();
    answer(response, list);
  });
  server.Post("/api/viewers", [&](const httplib::Request& request, httplib::Response& response) {
    answer(response, open_viewer(app, json_body(request)));
  });
  server.Post(R"(/api/viewers/([0-9a-f]{32})/steps)",
              [&](const httplib::Request& request, httplib::Response& response) {
                const Advance wanted = read_advance(json_body(request));
                response.set_content(app.viewers.advance(request.matches[1], wanted),
                                     "application/octet-stream");
              });
  server.Delete(R"(/api/viewers/([0-9a-f]{32}))",
                [&](const httplib::Request& request, httplib::Response& response) {
                  app.viewers.remove(request.matches[1]);
                  answer(response, json::object());
                });
}

}  // namespace rnem::studio
