#include "rnem/runtime/connection.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/runtime/hmac.h"

namespace rnem::runtime {
namespace {

constexpr std::size_t kHead = 5;  // bytes before a message's own
constexpr auto kBetweenTries = std::chrono::milliseconds(100);

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

Addresses resolve(const std::string& address, int port, int flags) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error = ::getaddrinfo(address.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (error != 0) fail_input("MASTER_ADDR: {}: {}", address, ::gai_strerror(error));
  return {found, &freeaddrinfo};
}

void append_message(std::string& text, char kind, std::string_view bytes) {
  RNEM_CHECK(bytes.size() <= 0xffffffff, "the length of a message has 32 bits");
  for (int shift = 24; shift >= 0; shift -= 8) {
    text += static_cast<char>(bytes.size() >> shift & 0xff);
  }
  text += kind;
  text += bytes;
}

int milliseconds_until(RankClock::time_point deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - RankClock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000));
}

bool readable(int fd, RankClock::time_point deadline) {
  for (;;) {
    pollfd one{fd, POLLIN, 0};
    const int left = milliseconds_until(deadline);
    const int count = ::poll(&one, 1, left);
    if (count > 0) return true;
    if (count == 0 && RankClock::now() >= deadline) return false;
    if (count < 0 && errno != EINTR) fail("poll: {}", std::strerror(errno));
  }
}

std::string numeric(const sockaddr_storage& address, socklen_t length, bool with_port) {
  char host[NI_MAXHOST], service[NI_MAXSERV];
  if (::getnameinfo(reinterpret_cast<const sockaddr*>(&address), length, host, sizeof host, service,
                    sizeof service, NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return "?";
  }
  return with_port ? fmt::format("{}:{}", host, service) : host;
}

}  // namespace

Socket::~Socket() {
  if (fd_ >= 0) ::close(fd_);
}

Socket::Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Socket& Socket::operator=(Socket&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

Connection::Connection(Socket socket) : socket_(std::move(socket)) {
  const int on = 1;
  ::setsockopt(fd(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  const timeval limit{5, 0};
  ::setsockopt(fd(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

void Connection::send(char kind, std::string_view bytes) {
  std::string text;
  append_message(text, kind, bytes);
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t sent = ::send(fd(), text.data() + done, text.size() - done, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) fail("cannot send: {}", std::strerror(errno));
    done += static_cast<std::size_t>(sent);
  }
}

void Connection::post(char kind, std::string_view bytes) { append_message(outgoing_, kind, bytes); }

bool Connection::flush() {
  while (unsent()) {
    const ssize_t sent = ::send(fd(), outgoing_.data() + sent_, outgoing_.size() - sent_,
                                MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    sent_ += static_cast<std::size_t>(sent);
  }
  outgoing_.clear();
  sent_ = 0;
  return true;
}

bool Connection::fill() {
  char buffer[1 << 16];
  const ssize_t got = ::recv(fd(), buffer, sizeof buffer, MSG_DONTWAIT);
  if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
  pending_.append(buffer, static_cast<std::size_t>(got));
  return got > 0;
}

std::optional<Message> Connection::next(std::size_t most) {
  if (pending_.size() < kHead) return std::nullopt;
  std::size_t length = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    length = length << 8 | static_cast<unsigned char>(pending_[i]);
  }
  if (length > most) fail("what came is no message of rnem");
  if (pending_.size() < kHead + length) return std::nullopt;
  Message message{pending_[4], pending_.substr(kHead, length)};
  pending_.erase(0, kHead + length);
  return message;
}

Message Connection::receive(RankClock::time_point deadline, std::size_t most) {
  for (;;) {
    if (auto message = next(most)) return *message;
    if (!readable(fd(), deadline)) fail("no answer in time");
    if (!fill()) fail("the connection was closed");
  }
}

std::string Connection::own_address() const {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  ::getsockname(fd(), reinterpret_cast<sockaddr*>(&address), &length);
  return numeric(address, length, false);
}

std::string Connection::peer_address() const {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  ::getpeername(fd(), reinterpret_cast<sockaddr*>(&address), &length);
  return numeric(address, length, true);
}

Socket listen_on(const std::string& address, int port) {
  const Addresses all = resolve(address, port, AI_PASSIVE);
  Socket socket(::socket(all->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket) fail("socket: {}", std::strerror(errno));
  const int on = 1;
  ::setsockopt(socket.fd(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(socket.fd(), all->ai_addr, all->ai_addrlen) != 0 || ::listen(socket.fd(), 64) != 0) {
    const int error = errno;
    fail_input("rank 0 cannot listen on {} port {}: {}", address, port,
               error == EADDRINUSE      ? "another job is there"
               : error == EADDRNOTAVAIL ? "not an address of this machine"
                                        : std::strerror(error));
  }
  return socket;
}

int free_port(const std::string& address) {
  for (int tries = 0; tries < 1000; ++tries) {
    const std::string bytes = secret_bytes(2);
    const int port =
        20000 +
        (static_cast<unsigned char>(bytes[0]) * 256 + static_cast<unsigned char>(bytes[1])) % 12000;
    try {
      listen_on(address, port);
      return port;
    } catch (const InputError&) {
      continue;
    }
  }
  fail("no free port on {}", address);
}

std::optional<Connection> accept_from(const Socket& listener, RankClock::time_point deadline) {
  if (!readable(listener.fd(), deadline)) return std::nullopt;
  Socket socket(::accept4(listener.fd(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!socket) return std::nullopt;
  return Connection(std::move(socket));
}

Connection connect_to(const std::string& address, int port, RankClock::time_point deadline) {
  for (;;) {
    const Addresses all = resolve(address, port, 0);
    int error = 0;
    for (const addrinfo* one = all.get(); one != nullptr; one = one->ai_next) {
      Socket socket(::socket(one->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
      if (!socket) continue;
      // a connect to a machine that is cut off gives up after this
      const timeval limit{5, 0};
      ::setsockopt(socket.fd(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
      if (::connect(socket.fd(), one->ai_addr, one->ai_addrlen) != 0) {
        error = errno;
        continue;
      }
      return Connection(std::move(socket));
    }
    if (RankClock::now() >= deadline) {
      fail("rank 0 does not answer on {} port {}: {}", address, port, std::strerror(error));
    }
    std::this_thread::sleep_for(kBetweenTries);
  }
}

}  // namespace rnem::runtime
