// What the routes of the server work with.
#pragma once

#include <httplib.h>

#include <nlohmann/json.hpp>

#include "rnem/core/error.h"
#include "rnem/studio/catalog.h"
#include "rnem/studio/runs.h"
#include "rnem/studio/uploads.h"
#include "rnem/studio/viewers.h"

namespace rnem::studio {

struct App {
  App(const Folders& folders, const Runtime& runtime, const Viewers::Limits& limits)
      : catalog(folders, runtime),
        viewers(engine, limits),
        uploads(folders.uploads),
        runs(folders.runs, catalog) {}

  Engine engine;
  Catalog catalog;
  Viewers viewers;
  Uploads uploads;
  Runs runs;
};

void add_page_routes(httplib::Server& server);              // the page and its modules
void add_viewer_routes(httplib::Server& server, App& app);  // /api/catalog, /api/viewers
void add_upload_routes(httplib::Server& server, App& app);  // /api/uploads, /api/film
void add_run_routes(httplib::Server& server, App& app);     // /api/runs, /api/settings

// The object that a request holds: InputError unless it is JSON and says so.
nlohmann::json json_body(const httplib::Request& request);
void answer(httplib::Response& response, const nlohmann::json& body);

// The value of a key, or what it is without; InputError names the key when it is something else.
template <class T>
T value_of(const nlohmann::json& body, const char* key, T otherwise) {
  const auto found = body.find(key);
  if (found == body.end() || found->is_null()) return otherwise;
  try {
    return found->template get<T>();
  } catch (const nlohmann::json::exception&) {
    fail_input("{}: another kind of value was expected", key);
  }
}

// 503 for Busy, 404 for NotFoundError, 400 for other InputErrors, 500 for the rest.
void answer_error(httplib::Response& response, const std::exception_ptr& error);

}  // namespace rnem::studio
