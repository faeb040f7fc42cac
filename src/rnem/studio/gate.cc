#include "rnem/studio/gate.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <charconv>

namespace rnem::studio {
namespace {

// "[::1]:8080" -> "::1"
std::string without_port(const std::string& host) {
  if (host.starts_with("[")) return host.substr(1, host.find(']') - 1);
  return host.substr(0, host.find(':'));
}

std::string cookie_value(const std::string& cookies, const std::string& name) {
  for (std::size_t at = 0; at < cookies.size();) {
    const std::size_t end = std::min(cookies.find(';', at), cookies.size());
    std::string one = cookies.substr(at, end - at);
    one.erase(0, one.find_first_not_of(' '));
    if (one.starts_with(name + "=")) return one.substr(name.size() + 1);
    at = end + 1;
  }
  return "";
}

bool has_body(const std::string& method) { return method == "POST" || method == "PUT"; }

}  // namespace

bool Gate::is_loopback(const std::string& host) {
  in_addr address{};  // "127.0.0.1.example" begins like one and is a name
  return host == "localhost" || host == "::1" ||
         (host.starts_with("127.") && ::inet_pton(AF_INET, host.c_str(), &address) == 1);
}

std::size_t Gate::most_bytes(const std::string& path) {
  constexpr std::size_t kUpload = 64u << 20, kFilm = 24u << 20, kOther = 256u << 10;
  if (path == "/api/uploads") return kUpload;
  return path == "/api/film" ? kFilm : kOther;
}

bool Gate::knows_host(const std::string& host) const {
  const std::string name = without_port(host);
  // whoever has the token came by the address that we printed; a cookie goes to no other
  if (!rules_.token.empty()) return true;
  return is_loopback(name) || name == rules_.host;
}

bool Gate::is_token(const std::string& offered) const {
  if (rules_.token.empty() || offered.size() != rules_.token.size()) return false;
  // takes as long for a nearly right one
  unsigned char differs = 0;
  for (std::size_t i = 0; i < offered.size(); ++i) {
    differs |= static_cast<unsigned char>(offered[i] ^ rules_.token[i]);
  }
  return differs == 0;
}

bool Gate::has_token(const httplib::Request& request) const {
  if (rules_.token.empty()) return true;
  const std::string bearer = request.get_header_value("Authorization");
  if (bearer.starts_with("Bearer ") && is_token(bearer.substr(7))) return true;
  return is_token(cookie_value(request.get_header_value("Cookie"), "rnem_studio"));
}

std::optional<Refusal> Gate::refuses(const httplib::Request& request) const {
  const std::string host = request.get_header_value("Host");
  if (request.get_header_value_count("Host") != 1 || !knows_host(host)) {
    return Refusal{403, "this address is not known here: use the one that rnem studio printed"};
  }
  const std::string site = request.get_header_value("Sec-Fetch-Site");
  const bool foreign_origin =
      request.has_header("Origin") && request.get_header_value("Origin") != "http://" + host;
  const bool foreign_site = site == "cross-site" || site == "same-site";
  // a link from elsewhere may open the page itself
  const bool opens_page = request.method == "GET" && request.path == "/";
  if (foreign_origin || (foreign_site && !opens_page)) {
    return Refusal{403, "requests of other pages are not answered"};
  }
  const bool brings_token =
      opens_page && request.has_param("token") && is_token(request.get_param_value("token"));
  if (!brings_token && !has_token(request)) {
    return Refusal{401, "the token is missing: open the address that rnem studio printed"};
  }
  for (const char* header : {"Transfer-Encoding", "Content-Encoding", "Range"}) {
    if (request.has_header(header)) return Refusal{400, fmt::format("{} is not used here", header)};
  }
  const std::string length = request.get_header_value("Content-Length");
  std::size_t bytes = 0;
  const auto read = std::from_chars(length.data(), length.data() + length.size(), bytes);
  const bool is_number = !length.empty() && read.ptr == length.data() + length.size() &&
                         read.ec == std::errc() &&
                         request.get_header_value_count("Content-Length") == 1;
  if (has_body(request.method) && !is_number) {
    return Refusal{411, "the length of the body is missing"};
  }
  if (!has_body(request.method) && !length.empty() && length != "0") {
    return Refusal{400, "a body is not expected"};
  }
  if (bytes > most_bytes(request.path)) {
    return Refusal{413, fmt::format("the body is larger than {} bytes", most_bytes(request.path))};
  }
  return std::nullopt;
}

}  // namespace rnem::studio
