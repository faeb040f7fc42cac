// Training runs: list, log, pictures, start, stop, resume.
#include <charconv>

#include "rnem/studio/app.h"
#include "rnem/studio/settings_form.h"

namespace rnem::studio {

void add_run_routes(httplib::Server& server, App& app) {
  using httplib::Request;
  using httplib::Response;
  server.Get("/api/settings", [&](const Request&, Response& response) {
    answer(response, {{"settings", settings_form(app.catalog)}});
  });
  server.Get("/api/runs", [&](const Request&, Response& response) {
    answer(response, {{"runs", app.runs.list()}});
  });
  server.Post("/api/runs", [&](const Request& request, Response& response) {
    const auto body = json_body(request);
    app.runs.start(value_of<std::string>(body, "name", ""),
                   body.value("settings", nlohmann::json::object()));
    answer(response, nlohmann::json::object());
  });
  server.Get(R"(/api/runs/([A-Za-z0-9._-]+)/log)", [&](const Request& request, Response& response) {
    const std::string text = request.get_param_value("from");
    std::uint64_t from = 0;
    std::from_chars(text.data(), text.data() + text.size(), from);
    answer(response, app.runs.log(request.matches[1], from));
  });
  server.Get(R"(/api/runs/([A-Za-z0-9._-]+)/samples/([A-Za-z0-9._-]+))", [&](const Request& request,
                                                                             Response& response) {
    response.set_content(app.runs.sample(request.matches[1], request.matches[2]), "image/png");
  });
  server.Post(R"(/api/runs/([A-Za-z0-9._-]+)/(stop|resume))",
              [&](const Request& request, Response& response) {
                json_body(request);  // other pages cannot send that
                const std::string name = request.matches[1];
                request.matches[2] == "stop" ? app.runs.stop(name) : app.runs.resume(name);
                answer(response, nlohmann::json::object());
              });
}

}  // namespace rnem::studio
