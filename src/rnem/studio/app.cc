#include "rnem/studio/app.h"

#include "rnem/studio/busy.h"

namespace rnem::studio {

using nlohmann::json;

json json_body(const httplib::Request& request) {
  if (!request.get_header_value("Content-Type").starts_with("application/json")) {
    fail_input("Content-Type: expected application/json");
  }
  json body = json::parse(request.body, nullptr, /*allow_exceptions=*/false);
  if (!body.is_object()) fail_input("the body is no JSON object");
  return body;
}

void answer(httplib::Response& response, const json& body) {
  // names of files may be anything
  response.set_content(body.dump(-1, ' ', false, json::error_handler_t::replace),
                       "application/json");
}

void answer_error(httplib::Response& response, const std::exception_ptr& error) {
  const auto say = [&](int status, const std::string& why) {
    response.status = status;
    answer(response, {{"error", why}});
  };
  try {
    std::rethrow_exception(error);
  } catch (const Busy& busy) {
    response.set_header("Retry-After", "1");
    say(503, busy.what());
  } catch (const NotFoundError& missing) {
    say(404, missing.what());
  } catch (const InputError& input) {
    say(400, input.what());
  } catch (const std::exception& other) {
    say(500, other.what());
  }
}

}  // namespace rnem::studio
