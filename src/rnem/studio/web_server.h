// cpp-httplib's server with connections that have an end and threads that do not run out.
#pragma once

#include <httplib.h>

#include <atomic>
#include <functional>

#include "rnem/studio/connection.h"

namespace rnem::studio {

class WebServer final : public httplib::Server {
 public:
  static constexpr std::size_t kMostThreads = 256;
  static constexpr std::size_t kMostRequests = 100000;  // of one connection

  explicit WebServer(const Patience& patience);

  // For handlers that may not have read all of a request: no other can be read from there.
  static void drop_connection(httplib::Response& response);

  void serve(const std::function<bool()>& ends);  // asked ten times a second

 private:
  bool process_and_close_socket(socket_t socket) override;

  Patience patience_;
  std::atomic<int> waiting_{0};
  std::atomic<bool> ends_{false};
};

}  // namespace rnem::studio
