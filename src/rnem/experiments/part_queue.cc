#include "rnem/experiments/part_queue.h"

#include <algorithm>
#include <limits>

#include "rnem/core/error.h"

namespace rnem::experiments {

PartQueue::PartQueue(const std::vector<Part>& parts, const std::filesystem::path& folder,
                     const std::vector<std::size_t>& to_do)
    : parts_(parts),
      folder_(folder),
      size_(to_do.size()),
      waiting_(to_do.begin(), to_do.end()),
      times_(folder, parts) {
  for (const std::size_t i : to_do) pending_.insert(parts[i].name);
}

bool PartQueue::any_of(const std::vector<std::string>& names,
                       const std::set<std::string>& set) const {
  return std::any_of(names.begin(), names.end(),
                     [&](const auto& name) { return set.contains(name); });
}

const Part* PartQueue::take(const std::set<std::string>& preferred) {
  auto chosen = waiting_.end();
  for (auto next = waiting_.begin(); next != waiting_.end();) {
    const Part& part = parts_[*next];
    if (any_of(part.after, failed_)) {
      failed_.insert(part.name);
      pending_.erase(part.name);
      next = waiting_.erase(next);
      continue;
    }
    if (!any_of(part.after, pending_)) {
      const bool wanted = preferred.contains(part.name);
      if (wanted || chosen == waiting_.end()) chosen = next;
      if (wanted || preferred.empty()) break;
    }
    ++next;
  }
  if (chosen == waiting_.end()) return nullptr;
  const std::size_t index = *chosen;
  waiting_.erase(chosen);
  taken_[index] = Clock::now();
  return &parts_[index];
}

void PartQueue::put_back(const Part& part) {
  const auto index = static_cast<std::size_t>(&part - parts_.data());
  RNEM_CHECK(taken_.erase(index) == 1, "only what was taken is put back");
  waiting_.insert(index);
}

void PartQueue::finish(const Part& part) {
  taken_.erase(static_cast<std::size_t>(&part - parts_.data()));
  pending_.erase(part.name);
  times_.finished(folder_, part);
}

void PartQueue::give_up(const Part& part) {
  taken_.erase(static_cast<std::size_t>(&part - parts_.data()));
  pending_.erase(part.name);
  failed_.insert(part.name);
}

double PartQueue::seconds_left(const std::vector<double>& cores) const {
  // plays it through: whoever is free takes the first part whose predecessors are done by then
  std::vector<double> free_at(cores.size(), 0.0);
  std::map<std::string, double> ends;
  double last = 0;
  const auto assign = [&](std::size_t index, std::size_t who, double spent) {
    const double takes = times_.seconds(parts_[index]) / cores[who];
    free_at[who] += std::max(0.0, takes - spent);
    ends[parts_[index].name] = free_at[who];
    last = std::max(last, free_at[who]);
  };
  const auto first_free = [&] {
    return static_cast<std::size_t>(std::min_element(free_at.begin(), free_at.end()) -
                                    free_at.begin());
  };
  for (const auto& [index, since] : taken_) {
    assign(index, first_free(), std::chrono::duration<double>(Clock::now() - since).count());
  }
  // when what it is made from is done; infinity while that is not known
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const auto ready_at = [&](const Part& part) {
    double ready = 0;
    for (const auto& name : part.after) {
      if (!pending_.contains(name)) continue;
      const auto end = ends.find(name);
      ready = std::max(ready, end == ends.end() ? kNever : end->second);
    }
    return ready;
  };
  for (std::vector<std::size_t> rest(waiting_.begin(), waiting_.end()); !rest.empty();) {
    const std::size_t who = first_free();
    double soonest = kNever;
    auto next = rest.end();
    for (auto one = rest.begin(); one != rest.end() && next == rest.end(); ++one) {
      const double ready = ready_at(parts_[*one]);
      soonest = std::min(soonest, ready);
      if (ready <= free_at[who]) next = one;
    }
    if (next == rest.end()) {
      RNEM_CHECK(soonest < kNever, "parts come after what they are made from");
      free_at[who] = soonest;
      continue;
    }
    assign(*next, who, 0.0);
    rest.erase(next);
  }
  return last;
}

}  // namespace rnem::experiments
