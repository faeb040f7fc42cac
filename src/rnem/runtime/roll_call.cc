#include "rnem/runtime/roll_call.h"

#include <poll.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "rnem/core/error.h"

namespace rnem::runtime {
namespace {

using std::chrono::milliseconds;
constexpr std::size_t kMostOnBoard = 1 << 24;  // bytes of a message; Gloo writes some 100 a rank

// kinds of messages
constexpr char kBeat = 'b', kBoard = 'k', kLoss = 'l', kEnd = 'e';

std::string in_seconds(milliseconds time) {
  return fmt::format("{:g} s", std::chrono::duration<double>(time).count());
}

// How far a computation is, and when it last moved.
struct Pulse {
  std::uint64_t steps = 0, beats = 0;
  RankClock::time_point moved = RankClock::now();

  void take(std::uint64_t new_steps, std::uint64_t new_beats) {
    if (new_steps != steps || new_beats != beats) moved = RankClock::now();
    steps = new_steps;
    beats = new_beats;
  }
  // `heard`: when it last said how far it is. Of one that says nothing we do not know that it
  // stands.
  bool hangs(std::uint64_t furthest, milliseconds limit, RankClock::time_point heard) const {
    return steps < furthest && heard - moved > limit;
  }
};

struct Peer {
  explicit Peer(Connection given) : connection(std::move(given)) {}

  Connection connection;
  RankClock::time_point heard = RankClock::now();  // anything
  Pulse pulse;
  bool ended = false;
};

}  // namespace

struct RollCall::Impl {
  Impl(const RankPlace& place, const RankClaims& claims, milliseconds given_limit,
       milliseconds patience);
  ~Impl();

  void gather(const RankPlace& place, const RankClaims& claims, RankClock::time_point deadline);
  void listen();  // the thread
  void hear(int from, const Message& message);
  void look_for_missing();
  void declare_lost(const std::string& who);
  void send_all(char kind, const std::string& bytes, int but = -1);  // with the lock held
  std::string name(int peer) const { return fmt::format("rank {}", first ? peer : 0); }

  bool first;
  int rank, size;
  milliseconds limit, between;
  std::string address;
  // by rank; rank 0 has one of each, the others one, of rank 0
  std::map<int, Peer> peers;
  std::atomic<std::uint64_t> steps{0}, beats{0};
  Pulse own;

  mutable std::mutex mutex;
  std::condition_variable news;
  std::map<std::string, std::string> board;
  std::optional<std::string> loss;
  bool over = false;
  std::thread thread;
};

RollCall::Impl::Impl(const RankPlace& place, const RankClaims& claims, milliseconds given_limit,
                     milliseconds patience)
    : first(place.rank == 0),
      rank(place.rank),
      size(place.size),
      limit(given_limit),
      between(std::clamp(limit / 10, milliseconds(20), milliseconds(1000))),
      address(place.own_address) {
  const auto deadline = RankClock::now() + patience;
  if (first) {
    gather(place, claims, deadline);
    if (address.empty()) address = place.address;
  } else {
    Connection connection = connect_to(place.address, place.port, deadline);
    ask_in(connection, place.token, claims);
    if (address.empty()) address = connection.own_address();
    peers.emplace(0, Peer(std::move(connection)));
  }
  thread = std::thread([this] { listen(); });
}

void RollCall::Impl::gather(const RankPlace& place, const RankClaims& claims,
                            RankClock::time_point deadline) {
  const Socket listener = listen_on(place.address, place.port);
  while (static_cast<int>(peers.size()) < size - 1) {
    auto caller = accept_from(listener, deadline);
    if (!caller) {
      if (RankClock::now() < deadline) continue;
      std::string missing;
      for (int r = 1; r < size; ++r) {
        if (!peers.contains(r)) missing += fmt::format(" {}", r);
      }
      fail("these ranks did not come in time:{}", missing);
    }
    try {
      const int who = let_in(*caller, place.token, claims).rank;
      if (peers.contains(who)) {
        caller->send('n', fmt::format("rank {} is there already: two jobs with one token?", who));
        continue;
      }
      caller->send('y');
      peers.emplace(who, Peer(std::move(*caller)));
    } catch (const Stranger&) {
      continue;
    }
  }
}

RollCall::Impl::~Impl() {
  {
    const std::lock_guard lock(mutex);
    over = true;
    if (!loss) send_all(kEnd, "");
  }
  thread.join();
}

void RollCall::Impl::send_all(char kind, const std::string& bytes, int but) {
  for (auto& [who, peer] : peers) {
    if (who == but || peer.ended) continue;
    try {
      peer.connection.send(kind, bytes);
    } catch (const Error&) {
      continue;  // its end is heard by the thread that listens
    }
  }
}

void RollCall::Impl::listen() {
  auto last_beat = RankClock::now() - between;
  for (;;) {
    std::vector<pollfd> watched;
    std::vector<int> ranks;
    {
      const std::lock_guard lock(mutex);
      if (over || loss) return;
      if (RankClock::now() - last_beat >= between) {
        send_all(kBeat, fmt::format("{} {}", steps.load(), beats.load()));
        last_beat = RankClock::now();
      }
      for (auto& [who, peer] : peers) {
        if (peer.ended) continue;
        watched.push_back({peer.connection.fd(), POLLIN, 0});
        ranks.push_back(who);
      }
    }
    // short, so that the end of this object does not wait long
    constexpr int kLook = 20;  // milliseconds
    ::poll(watched.data(), watched.size(), std::min(kLook, static_cast<int>(between.count())));
    const std::lock_guard lock(mutex);
    for (std::size_t i = 0; i < watched.size(); ++i) {
      if (watched[i].revents == 0) continue;
      Peer& peer = peers.at(ranks[i]);
      bool open = true;
      try {
        open = peer.connection.fill();
        peer.heard = RankClock::now();
        while (auto message = peer.connection.next(kMostOnBoard)) hear(ranks[i], *message);
      } catch (const Error&) {
        open = false;
      }
      if (!open && !peer.ended) {
        peer.ended = true;
        declare_lost(name(ranks[i]) + " is gone: its connection ended");
      }
    }
    look_for_missing();
  }
}

void RollCall::Impl::hear(int from, const Message& message) {
  Peer& peer = peers.at(from);
  if (message.kind == kBeat) {
    char* rest = nullptr;
    const std::uint64_t their_steps = std::strtoull(message.bytes.c_str(), &rest, 10);
    peer.pulse.take(their_steps, std::strtoull(rest, nullptr, 10));
  } else if (message.kind == kBoard) {
    const auto split = message.bytes.find('\n');
    board[message.bytes.substr(0, split)] = message.bytes.substr(split + 1);
    if (first) send_all(kBoard, message.bytes, from);
    news.notify_all();
  } else if (message.kind == kLoss) {
    declare_lost(message.bytes);
  } else if (message.kind == kEnd) {
    peer.ended = true;
    if (!message.bytes.empty()) declare_lost(name(from) + " ended: " + message.bytes);
  }
}

void RollCall::Impl::look_for_missing() {
  if (loss) return;
  own.take(steps.load(), beats.load());
  std::uint64_t furthest = own.steps;
  for (const auto& [who, peer] : peers) {
    if (!peer.ended) furthest = std::max(furthest, peer.pulse.steps);
  }
  for (const auto& [who, peer] : peers) {
    if (peer.ended) continue;
    if (RankClock::now() - peer.heard > limit) {
      return declare_lost(fmt::format("{} is silent for {}", name(who), in_seconds(limit)));
    }
    if (first && peer.pulse.hangs(furthest, limit, peer.heard)) {
      return declare_lost(
          fmt::format("{} hangs: the others wait for it for {}", name(who), in_seconds(limit)));
    }
  }
  if (first && own.hangs(furthest, limit, RankClock::now())) {
    declare_lost(fmt::format("rank 0 hangs: the others wait for it for {}", in_seconds(limit)));
  }
}

void RollCall::Impl::declare_lost(const std::string& who) {
  if (loss) return;
  if (first) send_all(kLoss, who);
  loss = who;
  news.notify_all();
}

RollCall::RollCall(const RankPlace& place, const RankClaims& claims, milliseconds limit,
                   milliseconds patience)
    : impl_(std::make_unique<Impl>(place, claims, limit, patience)) {}

RollCall::~RollCall() = default;

void RollCall::enter() { impl_->steps.fetch_add(1, std::memory_order_relaxed); }

void RollCall::beat() { impl_->beats.fetch_add(1, std::memory_order_relaxed); }

bool RollCall::lost() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->loss.has_value();
}

void RollCall::check() const {
  const std::lock_guard lock(impl_->mutex);
  if (impl_->loss) {
    throw RankLost(fmt::format("rank {} of {}: {}", impl_->rank, impl_->size, *impl_->loss));
  }
}

void RollCall::explain(const std::string& symptom) {
  {
    std::unique_lock lock(impl_->mutex);
    impl_->news.wait_for(lock, impl_->limit + milliseconds(1000),
                         [&] { return impl_->loss.has_value(); });
  }
  check();
  throw RankLost(fmt::format("rank {} of {}: a rank is lost: {}", impl_->rank, impl_->size,
                             symptom.substr(0, symptom.find('\n'))));
}

void RollCall::leave(const std::string& why) {
  const std::lock_guard lock(impl_->mutex);
  if (impl_->loss || impl_->over) return;
  impl_->send_all(kEnd, why.empty() ? "for no reason" : why);
  impl_->over = true;
}

void RollCall::write(const std::string& key, const std::string& value) {
  const std::lock_guard lock(impl_->mutex);
  impl_->board[key] = value;
  impl_->send_all(kBoard, key + "\n" + value);
  impl_->news.notify_all();
}

std::string RollCall::read(const std::string& key) {
  std::unique_lock lock(impl_->mutex);
  impl_->news.wait(lock, [&] { return impl_->loss || impl_->board.contains(key); });
  if (!impl_->loss) return impl_->board.at(key);
  lock.unlock();
  check();
  return {};
}

std::string RollCall::own_address() const { return impl_->address; }

}  // namespace rnem::runtime
