#include "rnem/agents/replay_memory.h"

#include <algorithm>

#include "rnem/core/error.h"

namespace rnem::agents {

ReplayMemory::ReplayMemory(int lanes, std::int64_t moments)
    : rings_(static_cast<std::size_t>(lanes)),
      capacity_(static_cast<std::size_t>(moments / lanes)) {
  RNEM_CHECK(capacity_ > kStack, "a lane holds more than one stack");
}

void ReplayMemory::push(int lane, const Moment& moment) {
  Ring& ring = rings_[static_cast<std::size_t>(lane)];
  if (ring.moments.size() < capacity_) {
    ring.moments.push_back(moment);
    return;
  }
  ring.moments[ring.oldest] = moment;
  ring.oldest = (ring.oldest + 1) % capacity_;
}

std::int64_t ReplayMemory::size(int lane) const {
  return static_cast<std::int64_t>(rings_[static_cast<std::size_t>(lane)].moments.size());
}

const Moment& ReplayMemory::at(Place place) const {
  const Ring& ring = rings_[static_cast<std::size_t>(place.lane)];
  RNEM_CHECK(place.moment >= 0 && place.moment < size(place.lane), "a moment that is remembered");
  return ring.moments[(ring.oldest + static_cast<std::size_t>(place.moment)) % ring.moments.size()];
}

std::int64_t ReplayMemory::oldest_of_stack(Place place) const {
  for (int back = 0; back < kStack; ++back, --place.moment) {
    if (place.moment < 0) return -1;
    if (at(place).first || back == kStack - 1) break;
  }
  return place.moment;
}

bool ReplayMemory::stack(Place place, float* pixels) const {
  const std::int64_t oldest = oldest_of_stack(place);
  if (oldest < 0) return false;
  for (int i = 0; i < kStack; ++i, pixels += kViewPixels) {
    unpack(at({place.lane, std::max(oldest, place.moment - (kStack - 1) + i)}).view, pixels);
  }
  return true;
}

std::optional<ReplayMemory::Future> ReplayMemory::future(Place place, int n,
                                                         double discount) const {
  Future future;
  double weight = 1;
  for (int step = 0; step < n; ++step, weight *= discount) {
    const Moment& moment = at(place);
    future.reward += static_cast<float>(weight * moment.reward);
    if (moment.ship_lost) return future;
    ++place.moment;
    if (place.moment >= size(place.lane) || at(place).first) return std::nullopt;
  }
  future.next = place;
  return future;
}

ReplayMemory::Place ReplayMemory::draw(int n, Rng& rng) const {
  std::int64_t total = 0;
  for (std::size_t lane = 0; lane < rings_.size(); ++lane) total += size(static_cast<int>(lane));
  RNEM_CHECK(total > 0, "something to draw from");
  for (;;) {
    auto moment = static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(total)));
    int lane = 0;
    while (moment >= size(lane)) moment -= size(lane++);
    const Place place{lane, moment};
    if (oldest_of_stack(place) >= 0 && future(place, n, 1.0)) return place;
  }
}

}  // namespace rnem::agents
