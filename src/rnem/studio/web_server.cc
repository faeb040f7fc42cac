#include "rnem/studio/web_server.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "rnem/studio/workers.h"

namespace rnem::studio {
namespace {

// a handler runs on the thread of its connection
thread_local bool drops = false;

}  // namespace

WebServer::WebServer(const Patience& patience) : patience_(patience) {
  new_task_queue = [this] { return new Workers(kMostThreads, waiting_); };
  set_payload_max_length(patience_.most_bytes);
  set_tcp_nodelay(true);
  // httplib's own choice lets two programs share a port
  set_socket_options([](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    ::fcntl(socket, F_SETFD, FD_CLOEXEC);
  });
  // what the Keep-Alive header says
  set_keep_alive_timeout(std::chrono::duration_cast<std::chrono::seconds>(patience_.idle).count());
  set_keep_alive_max_count(kMostRequests);
}

void WebServer::drop_connection(httplib::Response& response) {
  response.set_header("Connection", "close");
  drops = true;
}

void WebServer::serve(const std::function<bool()>& ends) {
  constexpr std::chrono::milliseconds kLook{100};
  std::thread listener([this] { listen_after_bind(); });
  while (!ends()) std::this_thread::sleep_for(kLook);
  ends_ = true;
  // it cannot be stopped before it has begun
  while (!is_running()) std::this_thread::yield();
  stop();
  listener.join();
}

bool WebServer::process_and_close_socket(socket_t socket) {
  // a training that is started must not keep it open
  ::fcntl(socket, F_SETFD, FD_CLOEXEC);
  Connection connection(socket, patience_);
  for (std::size_t i = 1; i <= kMostRequests && connection.next_request(waiting_, ends_); ++i) {
    bool closed = false;
    drops = false;
    if (!process_request(connection, i == kMostRequests, closed, nullptr)) break;
    if (closed || drops) break;
  }
  ::shutdown(socket, SHUT_RDWR);
  ::close(socket);
  return true;
}

}  // namespace rnem::studio
