// Who may ask, and what a request may look like: looked at before anything of its body is read.
#pragma once

#include <httplib.h>

#include <optional>
#include <string>

namespace rnem::studio {

struct Refusal {
  int status;
  std::string reason;
};

struct GateRules {
  std::string host = "127.0.0.1";  // that we listen at
  int port = 0;
  std::string token = {};  // empty: everybody who reaches the loopback address may come in
};

class Gate {
 public:
  explicit Gate(GateRules rules) : rules_(std::move(rules)) {}

  // Nothing when the request may go on.
  //
  // Host: a page of another name whose address was turned to ours (DNS rebinding) still says its
  // own name. Origin and Sec-Fetch-Site: another page must not act in the visitor's name. Bodies
  // have a length that their path allows, and come as they are: no encodings that unpack to more.
  std::optional<Refusal> refuses(const httplib::Request& request) const;

  // The visitor has the token, in a cookie or as a bearer's.
  bool has_token(const httplib::Request& request) const;
  bool is_token(const std::string& offered) const;

  static bool is_loopback(const std::string& host);
  // The largest body for a path, bytes.
  static std::size_t most_bytes(const std::string& path);

 private:
  bool knows_host(const std::string& host) const;

  GateRules rules_;
};

}  // namespace rnem::studio
