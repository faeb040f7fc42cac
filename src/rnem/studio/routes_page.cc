// The page and its modules.
#include <string>

#include "rnem/studio/app.h"
#include "rnem/studio/page.h"

namespace rnem::studio {
namespace {

const char* content_type(const std::string& name) {
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  if (name.ends_with(".svg")) return "image/svg+xml";
  return "text/html; charset=utf-8";
}

}  // namespace

void add_page_routes(httplib::Server& server) {
  server.Get(
      R"(/([A-Za-z0-9_.-]*))", [](const httplib::Request& request, httplib::Response& response) {
        const std::string asked = request.matches[1], name = asked.empty() ? "index.html" : asked;
        const std::string_view file = page_file(name);
        if (file.empty()) fail_missing("no page '{}'", name);
        response.set_content(file.data(), file.size(), content_type(name));
      });
}

}  // namespace rnem::studio
