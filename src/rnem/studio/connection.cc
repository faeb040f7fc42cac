#include "rnem/studio/connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace rnem::studio {

using std::chrono::milliseconds;

bool Connection::wait(short events, Clock::time_point until) const {
  pollfd waits{socket_, events, 0};
  for (;;) {
    const auto left = std::chrono::duration_cast<milliseconds>(until - Clock::now()).count();
    if (left <= 0) return false;
    const int ready = ::poll(&waits, 1, static_cast<int>(left));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

bool Connection::next_request(const std::atomic<int>& waiting, const std::atomic<bool>& ends) {
  constexpr milliseconds kLook{50};
  const auto until = Clock::now() + patience_.idle;
  while (begin_ == end_ && !wait(POLLIN, std::min(until, Clock::now() + kLook))) {
    if (Clock::now() >= until || waiting > 0 || ends) return false;
  }
  read_by_ = Clock::now() + patience_.request;
  bytes_ = 0;
  writes_ = false;
  return true;
}

ssize_t Connection::read(char* to, std::size_t size) {
  if (begin_ == end_) {
    if (bytes_ >= patience_.most_bytes || !wait(POLLIN, read_by_)) return -1;
    const ssize_t got = ::recv(socket_, buffer_.data(), buffer_.size(), 0);
    if (got <= 0) return got;
    begin_ = 0;
    end_ = static_cast<std::size_t>(got);
    bytes_ += end_;
  }
  const std::size_t count = std::min(size, end_ - begin_);
  std::memcpy(to, buffer_.data() + begin_, count);
  begin_ += count;
  return static_cast<ssize_t>(count);
}

ssize_t Connection::write(const char* from, std::size_t size) {
  if (!writes_) written_by_ = Clock::now() + patience_.response;
  writes_ = true;
  for (;;) {
    if (!wait(POLLOUT, written_by_)) return -1;
    const ssize_t sent = ::send(socket_, from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0 || (errno != EAGAIN && errno != EINTR)) return sent;
  }
}

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip.clear();  // nobody asks: who may come in is not a matter of addresses
  port = 0;
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

}  // namespace rnem::studio
