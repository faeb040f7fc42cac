#include "rnem/studio/viewers.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>

#include "rnem/core/error.h"
#include "rnem/studio/busy.h"

namespace rnem::studio {

std::string random_name() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    fail("the system gives no random numbers");
  }
  std::string name;
  for (const unsigned char byte : bytes) name += fmt::format("{:02x}", byte);
  return name;
}

std::string Viewers::add(std::unique_ptr<Viewer> viewer) {
  forget_idle();
  const std::lock_guard lock(mutex_);
  if (places_.size() >= limits_.most) {
    const auto oldest = std::min_element(
        places_.begin(), places_.end(),
        [](const auto& a, const auto& b) { return a.second.used < b.second.used; });
    if (Clock::now() - oldest->second.used < limits_.spare) {
      throw Busy(fmt::format("{} viewers are watching already", limits_.most));
    }
    places_.erase(oldest);
  }
  std::string id = random_name();
  places_[id] = {std::move(viewer), Clock::now()};
  return id;
}

std::string Viewers::advance(const std::string& id, const Advance& wanted) {
  std::shared_ptr<Viewer> viewer;
  {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(id);
    if (found == places_.end()) fail_missing("no such viewer; it was idle for too long");
    found->second.used = Clock::now();
    viewer = found->second.viewer;
  }
  return engine_.run([&] { return viewer->advance(wanted); });
}

void Viewers::remove(const std::string& id) {
  const std::lock_guard lock(mutex_);
  places_.erase(id);
}

void Viewers::forget_idle() {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  std::erase_if(places_, [&](const auto& entry) { return now - entry.second.used > limits_.idle; });
}

std::size_t Viewers::count() const {
  const std::lock_guard lock(mutex_);
  return places_.size();
}

}  // namespace rnem::studio
