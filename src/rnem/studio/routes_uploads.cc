// Own data in, films out.
#include "rnem/studio/app.h"
#include "rnem/studio/web_server.h"

namespace rnem::studio {
namespace {

int whole_number(const httplib::Request& request, const char* key) {
  const std::string text = request.get_param_value(key);
  if (text.empty() || text.size() > 6 ||
      !std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); })) {
    fail_input("{}: expected a whole number", key);
  }
  return std::stoi(text);
}

std::vector<UploadedFile> read_files(const httplib::ContentReader& content) {
  std::vector<UploadedFile> files;
  content(
      [&](const httplib::MultipartFormData& file) {
        files.push_back({file.filename, {}});
        return files.size() <= Uploads::kMostFrames;
      },
      [&](const char* bytes, std::size_t size) {
        files.back().bytes.append(bytes, size);
        return true;
      });
  return files;
}

}  // namespace

void add_upload_routes(httplib::Server& server, App& app) {
  server.Post("/api/uploads", [&](const httplib::Request& request, httplib::Response& response,
                                  const httplib::ContentReader& content) {
    WebServer::drop_connection(response);  // it may end before all is read
    const Uploads::Turn turn(app.uploads);
    const int height = whole_number(request, "height"), width = whole_number(request, "width");
    if (!request.is_multipart_form_data()) fail_input("Content-Type: expected multipart/form-data");
    answer(response, app.uploads.store(read_files(content), height, width));
  });
  server.Post("/api/film", [&](const httplib::Request& request, httplib::Response& response,
                               const httplib::ContentReader& content) {
    WebServer::drop_connection(response);
    const Uploads::Turn turn(app.uploads);
    std::string pixels;
    content([&](const char* bytes, std::size_t size) {
      pixels.append(bytes, size);
      return true;
    });
    const auto number = [&](const char* key) { return whole_number(request, key); };
    response.set_content(app.uploads.film(pixels, number("frames"), number("height"),
                                          number("width"), number("scale"), number("delay")),
                         "image/gif");
  });
}

}  // namespace rnem::studio
