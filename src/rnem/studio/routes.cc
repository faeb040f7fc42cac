#include "rnem/studio/routes.h"

#include <fmt/format.h>

#include "rnem/studio/web_server.h"

namespace rnem::studio {
namespace {

// Nothing but our own files runs, is loaded or is asked; nobody puts the page into a frame.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src "
    "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

httplib::Server::HandlerResponse let_in(const Gate& gate, const httplib::Request& request,
                                        httplib::Response& response) {
  using enum httplib::Server::HandlerResponse;
  if (const auto refusal = gate.refuses(request)) {
    WebServer::drop_connection(response);
    response.status = refusal->status;
    answer(response, {{"error", refusal->reason}});
    return Handled;
  }
  const std::string token = request.get_param_value("token");
  if (request.path == "/" && gate.is_token(token)) {
    // out of the address, into a cookie
    response.set_header("Set-Cookie",
                        fmt::format("rnem_studio={}; HttpOnly; SameSite=Strict; Path=/", token));
    response.set_redirect("/");
    return Handled;
  }
  return Unhandled;
}

}  // namespace

void add_routes(httplib::Server& server, App& app, const Gate& gate) {
  server.set_default_headers({{"Content-Security-Policy", kPolicy},
                              {"X-Content-Type-Options", "nosniff"},
                              {"Referrer-Policy", "no-referrer"},
                              {"Cross-Origin-Resource-Policy", "same-origin"},
                              {"Cross-Origin-Opener-Policy", "same-origin"},
                              {"Cache-Control", "no-store"}});
  server.set_pre_routing_handler(
      [&gate](const auto& request, auto& response) { return let_in(gate, request, response); });
  server.set_exception_handler(
      [](const auto&, auto& response, std::exception_ptr error) { answer_error(response, error); });
  server.set_error_handler(httplib::Server::Handler([](const auto&, auto& response) {
    if (response.body.empty()) answer(response, {{"error", "there is nothing here"}});
  }));
  add_viewer_routes(server, app);
  add_upload_routes(server, app);
  add_run_routes(server, app);
  add_page_routes(server);
}

}  // namespace rnem::studio
