#include "rnem/experiments/part_office.h"

#include <fmt/format.h>
#include <torch/version.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/core/version.h"
#include "rnem/experiments/part_parcel.h"

namespace rnem::experiments {
namespace {

using runtime::RankClock;
using std::chrono::milliseconds;

constexpr auto kFarewell = std::chrono::seconds(10);
// A launcher starts all at about the same time; where there is nothing to do rank 0 would be gone
// before the others have come.
constexpr auto kLate = std::chrono::seconds(20);
// After this a rank that comes again is believed over the connection that it had.
constexpr auto kQuiet = std::chrono::seconds(5);

}  // namespace

runtime::RankClaims part_claims(const runtime::RankPlace& place, const std::string& settings) {
  // not the instructions: every part says what it was made with, and machines may differ
  return {place.rank, place.size, fmt::format("rnem {}, LibTorch {}", kVersion, TORCH_VERSION),
          settings};
}

PartOffice::PartOffice(const runtime::RankPlace& place, const std::string& settings,
                       const std::vector<Part>& parts, std::filesystem::path folder,
                       Observer& observer, milliseconds silence)
    : place_(place),
      claims_(part_claims(place, settings)),
      parts_(parts),
      folder_(std::move(folder)),
      observer_(observer),
      silence_(silence),
      began_(RankClock::now()),
      listener_(runtime::listen_on(place.address, place.port)) {
  std::filesystem::remove_all(folder_ / "ranks" / "0");  // of one that was killed
}

std::filesystem::path PartOffice::incoming(int rank, const std::string& part) const {
  return folder_ / "ranks" / "0" / std::to_string(rank) / part;
}

void PartOffice::admit(runtime::Connection caller, std::vector<News>& news) {
  try {
    const int rank = runtime::let_in(caller, place_.token, claims_).rank;
    const auto there = workers_.find(rank);
    if (there != workers_.end()) {
      if (there->second.link.unheard_for() < kQuiet) {
        caller.send('n', fmt::format("rank {} is there already: two jobs with one token?", rank));
        return;
      }
      drop(rank, "it came again", news);
    }
    caller.send('y');
    auto& worker =
        workers_.emplace(rank, Worker{PartLink(std::move(caller), silence_)}).first->second;
    seen_.insert(rank);
    if (leaving_ != 0) return worker.link.post(leaving_);
    note(observer_, "rank {} is here", rank);
  } catch (const runtime::Stranger&) {
    return;
  } catch (const Error& error) {
    note(observer_, "turned away: {}", error.what());
  }
}

std::vector<PartOffice::News> PartOffice::attend(milliseconds at_most) {
  std::vector<const PartLink*> links;
  for (const auto& [rank, worker] : workers_) links.push_back(&worker.link);
  wait_for_news(links, listener_.fd(), at_most);
  std::vector<News> news;
  if (auto caller = runtime::accept_from(listener_, RankClock::now())) {
    admit(std::move(*caller), news);
  }
  std::map<int, std::string> lost;
  for (auto& [rank, worker] : workers_) {
    try {
      for (const auto& message : worker.link.exchange()) hear(rank, worker, message, news);
      if (const std::string why = worker.link.loss(); !why.empty()) lost[rank] = why;
    } catch (const InputError& error) {
      lost[rank] = error.what();
    }
  }
  for (const auto& [rank, why] : lost) drop(rank, why, news);
  return news;
}

void PartOffice::drop(int rank, const std::string& why, std::vector<News>& news) {
  if (leaving_ == 0) note(observer_, "rank {} is gone: {}", rank, why);
  for (const auto& [name, part] : workers_.at(rank).in_hand) {
    news.push_back({News::kIsFree, part, rank});
  }
  std::filesystem::remove_all(incoming(rank, ""));
  workers_.erase(rank);
}

const Part* PartOffice::in_hand(Worker& worker, const std::string& name) {
  const auto found = worker.in_hand.find(name);
  return found == worker.in_hand.end() ? nullptr : found->second;
}

void PartOffice::hear(int rank, Worker& worker, const runtime::Message& message,
                      std::vector<News>& news) {
  if (message.kind == kWant) {
    std::istringstream lines(message.bytes);
    std::string line;
    std::getline(lines, line);
    // a hand is known by its first wish
    const double cores = std::max(1.0, std::strtod(line.c_str(), nullptr));
    if (worker.cores.size() < worker.in_hand.size() + worker.free.size() + 1) {
      worker.cores.push_back(cores);
    }
    auto& begun = worker.free.emplace_back();
    while (std::getline(lines, line)) begun.insert(line);
  } else if (message.kind == kFile) {
    const PartFile file = read_part_file(message.bytes);
    if (in_hand(worker, file.part) == nullptr) return;
    store_file(incoming(rank, file.part), file.file, file.bytes);
  } else if (message.kind == kDone) {
    if (const Part* part = in_hand(worker, message.bytes)) take_in(rank, worker, *part, news);
  } else if (message.kind == kFailed) {
    const auto split = message.bytes.find('\n');
    const Part* part = in_hand(worker, message.bytes.substr(0, split));
    if (part == nullptr) return;
    worker.in_hand.erase(part->name);
    news.push_back({News::kHasFailed, part, rank, message.bytes.substr(split + 1)});
  }
}

void PartOffice::take_in(int rank, Worker& worker, const Part& part, std::vector<News>& news) {
  const auto from = incoming(rank, part.name);
  take_over(from, folder_, part);
  std::filesystem::remove_all(from);
  worker.in_hand.erase(part.name);
  worker.link.post(kTaken, part.name);
  news.push_back({News::kIsDone, &part, rank});
}

std::vector<PartOffice::Hand> PartOffice::free_hands() const {
  std::vector<Hand> hands;
  for (const auto& [rank, worker] : workers_) {
    for (const auto& begun : worker.free) hands.push_back({rank, begun});
  }
  return hands;
}

void PartOffice::hand_out(int rank, const Part& part) {
  Worker& worker = workers_.at(rank);
  RNEM_CHECK(!worker.free.empty(), "a part is for a free hand");
  worker.free.erase(worker.free.begin());
  worker.in_hand[part.name] = &part;
  worker.link.post(kPart, part.name);
  for (const auto& file : files_to_lend(folder_, part)) {
    worker.link.post_file(part.name, folder_, file);
  }
  worker.link.post(kGo, part.name);
}

std::vector<double> PartOffice::cores() const {
  std::vector<double> all;
  for (const auto& [rank, worker] : workers_) {
    all.insert(all.end(), worker.cores.begin(), worker.cores.end());
  }
  return all;
}

void PartOffice::take_leave(char kind) {
  leaving_ = kind;
  for (auto& [rank, worker] : workers_) worker.link.post(kind);
  const auto goes = RankClock::now() + kFarewell, late = began_ + kLate;
  const auto some_go = [&] { return !workers_.empty() && RankClock::now() < goes; };
  const auto some_come = [&] {
    return kind == kEnd && static_cast<int>(seen_.size()) < place_.size - 1 &&
           RankClock::now() < late;
  };
  while (some_go() || some_come()) attend(milliseconds(50));
  std::error_code not_empty;  // ranks on this machine may have folders beside
  std::filesystem::remove_all(folder_ / "ranks" / "0", not_empty);
  std::filesystem::remove(folder_ / "ranks", not_empty);
}

}  // namespace rnem::experiments
