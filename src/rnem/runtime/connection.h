// A TCP connection that carries messages: a kind and some bytes.
//
// On the wire: the length of the bytes (4, big-endian), the kind (1), the bytes.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rnem::runtime {

using RankClock = std::chrono::steady_clock;

struct Message {
  char kind = 0;
  std::string bytes = {};
};

// Owns a file descriptor.
class Socket {
 public:
  explicit Socket(int fd = -1) : fd_(fd) {}
  ~Socket();
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&& other) noexcept;

  int fd() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_;
};

// Sending never waits longer than a few seconds and never raises SIGPIPE. Error, with the system's
// reason, when the other end is gone.
class Connection {
 public:
  explicit Connection(Socket socket);

  void send(char kind, std::string_view bytes = {});
  // The same for those who poll fd(): it goes out with flush(), which never waits and sends what
  // the connection takes now. false: the other end is gone.
  void post(char kind, std::string_view bytes = {});
  bool flush();
  bool unsent() const { return sent_ < outgoing_.size(); }
  // Waits until the deadline; Error when none comes, the connection ends, or it is larger than
  // `most` bytes.
  Message receive(RankClock::time_point deadline, std::size_t most);
  // What has arrived, for those who poll fd(): nothing while a message is not complete.
  std::optional<Message> next(std::size_t most);
  // Takes what has come in. false: the other end has closed it.
  bool fill();

  int fd() const { return socket_.fd(); }
  std::string own_address() const;   // "10.0.0.7"
  std::string peer_address() const;  // "10.0.0.8:41234"

 private:
  Socket socket_;
  std::string pending_;
  std::string outgoing_;  // of post()
  std::size_t sent_ = 0;  // bytes of it
};

// Listens on this address and no other; InputError names both when it is taken or not ours.
Socket listen_on(const std::string& address, int port);
// One that nobody listens on, below those that connections are given by themselves.
int free_port(const std::string& address);
// The next that calls, or nothing by then.
std::optional<Connection> accept_from(const Socket& listener, RankClock::time_point deadline);
// Tries again until the deadline: rank 0 may come later. Error names the address.
Connection connect_to(const std::string& address, int port, RankClock::time_point deadline);

}  // namespace rnem::runtime
