// A client's socket with an end to its patience: whoever sends or reads a byte a second is let go.
#pragma once

#include <httplib.h>

#include <array>
#include <atomic>
#include <chrono>

namespace rnem::studio {

struct Patience {
  std::chrono::milliseconds request{20000};            // for all of a request
  std::chrono::milliseconds response{20000};           // for a client to take all of a response
  std::chrono::milliseconds idle{15000};               // between requests
  std::size_t most_bytes = (64u << 20) + (64u << 10);  // of one request, headers included
};

class Connection final : public httplib::Stream {
 public:
  // The socket stays the caller's.
  Connection(int socket, const Patience& patience) : socket_(socket), patience_(patience) {}

  // The first bytes of the next request. false: none came, the client went, or it was idle while
  // others were `waiting` for a thread.
  bool next_request(const std::atomic<int>& waiting, const std::atomic<bool>& ends);

  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, std::size_t size) override;
  ssize_t write(const char* from, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool wait(short events, Clock::time_point until) const;

  int socket_;
  Patience patience_;
  Clock::time_point read_by_, written_by_;
  bool writes_ = false;
  std::size_t bytes_ = 0;  // of this request
  std::array<char, 8192> buffer_;
  std::size_t begin_ = 0, end_ = 0;
};

}  // namespace rnem::studio
