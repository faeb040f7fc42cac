#include "rnem/experiments/part_link.h"

#include <fmt/format.h>
#include <poll.h>

#include <utility>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"

namespace rnem::experiments {
namespace {

using runtime::RankClock;
using std::chrono::milliseconds;

constexpr std::size_t kLargest = 0xffffffff;  // who is heard here has shown the token

}  // namespace

PartLink::PartLink(runtime::Connection connection, milliseconds silence)
    : connection_(std::move(connection)),
      silence_(silence),
      heard_(RankClock::now()),
      beat_(heard_) {}

void PartLink::post_file(const std::string& part, const std::filesystem::path& folder,
                         const std::string& file) {
  connection_.post(kFile, fmt::format("{}\n{}\n", part, file) + read_file(folder / file));
}

std::vector<runtime::Message> PartLink::exchange() {
  std::vector<runtime::Message> messages;
  if (ended_) return messages;
  const auto now = RankClock::now();
  if (now - beat_ >= silence_ / 30) {  // some are lost on the way, and this side may be busy
    connection_.post(kBeat);
    beat_ = now;
  }
  ended_ = !connection_.flush();
  pollfd one{fd(), POLLIN, 0};
  if (::poll(&one, 1, 0) <= 0) return messages;
  ended_ |= !connection_.fill();
  heard_ = RankClock::now();
  try {
    while (auto message = connection_.next(kLargest)) {
      if (message->kind != kBeat) messages.push_back(std::move(*message));
    }
  } catch (const Error&) {
    ended_ = true;
  }
  return messages;
}

std::string PartLink::loss() const {
  if (ended_) return "its connection ended";
  if (unheard_for() < silence_) return "";
  return fmt::format("it is silent for {:g} s", std::chrono::duration<double>(silence_).count());
}

milliseconds PartLink::unheard_for() const {
  return std::chrono::duration_cast<milliseconds>(RankClock::now() - heard_);
}

PartFile read_part_file(const std::string& message) {
  const auto first = message.find('\n'), second = message.find('\n', first + 1);
  if (first == std::string::npos || second == std::string::npos) {
    fail_input("what came is no file of a part");
  }
  return {message.substr(0, first), message.substr(first + 1, second - first - 1),
          message.substr(second + 1)};
}

void wait_for_news(const std::vector<const PartLink*>& links, int listener, milliseconds at_most) {
  std::vector<pollfd> watched;
  for (const PartLink* link : links) {
    watched.push_back(
        {link->fd(), static_cast<short>(link->unsent() ? POLLIN | POLLOUT : POLLIN), 0});
  }
  if (listener >= 0) watched.push_back({listener, POLLIN, 0});
  ::poll(watched.data(), watched.size(), static_cast<int>(at_most.count()));
}

}  // namespace rnem::experiments
