#include "rnem/experiments/run_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "rnem/core/atomic_file.h"
#include "rnem/core/duration.h"
#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/experiments/child_process.h"
#include "rnem/experiments/part_queue.h"

namespace rnem::experiments {
namespace {

constexpr auto kLook = std::chrono::milliseconds(50);

class PartRunner {
 public:
  PartRunner(const std::vector<Part>& parts, const RunPlan& plan, const Runtime& runtime,
             Observer& observer)
      : plan_(plan),
        runtime_(runtime),
        observer_(observer),
        queue_(parts, plan.folder, plan.to_do) {
    if (!plan.place.alone()) {
      office_.emplace(plan.place, plan.settings, parts, plan.folder, observer);
    }
  }

  std::vector<std::string> run() {
    if (plan_.jobs == 1 && !office_) {
      one_by_one();
    } else {
      make_folder(plan_.folder / "logs");
      side_by_side();
    }
    return errors_;
  }

 private:
  struct Running {
    const Part* part;
    std::unique_ptr<ChildProcess> process;
  };

  void one_by_one();
  void side_by_side();
  void hand_out();
  void start(const Part& part);
  void reap(Running& running);
  void attend();
  [[noreturn]] void stop();
  void announce(const Part& part, int rank = 0);
  void finish(const Part& part);
  void give_up(const Part& part, const std::string& error);
  std::string time_left() const;

  const RunPlan& plan_;
  const Runtime& runtime_;
  Observer& observer_;
  PartQueue queue_;
  std::optional<PartOffice> office_;
  std::vector<Running> running_;  // here
  int elsewhere_ = 0;             // parts that other ranks do
  std::vector<std::string> errors_;
  std::size_t started_ = 0;
};

std::string PartRunner::time_left() const {
  std::vector<double> cores(static_cast<std::size_t>(plan_.jobs),
                            plan_.jobs == 1 ? runtime_.threads() : 1);
  if (office_) {
    const auto others = office_->cores();
    cores.insert(cores.end(), others.begin(), others.end());
  }
  return format_duration(queue_.seconds_left(cores));
}

void PartRunner::announce(const Part& part, int rank) {
  note(observer_, "part {} of {}: {}{}; about {} left", ++started_, queue_.size(), part.about,
       rank > 0 ? fmt::format(" on rank {}", rank) : "", time_left());
}

void PartRunner::finish(const Part& part) {
  queue_.finish(part);
  if (!office_ && plan_.jobs == 1) return;
  const auto record = read_record(plan_.folder, part.name);
  note(observer_, "done: {} in {}", part.about, format_duration(record.value("seconds", 0.0)));
}

void PartRunner::give_up(const Part& part, const std::string& error) {
  queue_.give_up(part);
  errors_.push_back(error);
  note(observer_, "failed: {}", error);
}

void PartRunner::one_by_one() {
  while (const Part* part = queue_.take()) {
    announce(*part);
    try {
      stop_if_asked(observer_);
      do_part(plan_.folder, *part, runtime_, observer_);
      finish(*part);
    } catch (const Interrupted&) {
      note(observer_, "stopped in {}; the same command goes on from here", part->name);
      throw;
    } catch (const std::exception& error) {
      give_up(*part, error.what());
    }
  }
}

void PartRunner::start(const Part& part) {
  running_.push_back({&part, std::make_unique<ChildProcess>(
                                 plan_.command(part.name, plan_.folder),
                                 plan_.folder / "logs" / (part.name + ".log"), plan_.jobs > 1)});
  announce(part);
}

void PartRunner::reap(Running& running) {
  const Part& part = *running.part;
  const int code = running.process->code();
  if (code == 0) return finish(part);
  give_up(part, fmt::format("{}: exit code {}: {}", part.name, code, running.process->last_line()));
}

void PartRunner::hand_out() {
  while (running_.size() < static_cast<std::size_t>(plan_.jobs)) {
    const Part* part = queue_.take();
    if (part == nullptr) break;
    start(*part);
  }
  if (!office_) return;
  for (const auto& hand : office_->free_hands()) {
    const Part* part = queue_.take(hand.begun);
    if (part == nullptr) return;
    office_->hand_out(hand.rank, *part);
    ++elsewhere_;
    announce(*part, hand.rank);
  }
}

void PartRunner::attend() {
  for (const auto& news : office_->attend(kLook)) {
    --elsewhere_;
    if (news.what == PartOffice::News::kIsDone) finish(*news.part);
    if (news.what == PartOffice::News::kIsFree) {
      queue_.put_back(*news.part);
      --started_;
    }
    if (news.what == PartOffice::News::kHasFailed) {
      give_up(*news.part, fmt::format("{} on rank {}: {}", news.part->name, news.rank, news.text));
    }
  }
}

void PartRunner::stop() {
  for (const Running& running : running_) running.process->stop();
  if (office_) office_->stop();
  while (!std::all_of(running_.begin(), running_.end(),
                      [](const Running& running) { return running.process->ended(); })) {
    std::this_thread::sleep_for(kLook);
  }
  note(observer_, "stopped; the same command goes on from here");
  throw Interrupted();
}

void PartRunner::side_by_side() {
  for (;;) {
    if (observer_.should_stop()) stop();
    hand_out();
    // those that wait for a part that failed were left out by now
    if (running_.empty() && elsewhere_ == 0) break;
    if (office_) {
      attend();
    } else {
      std::this_thread::sleep_for(kLook);
    }
    if (observer_.should_stop()) continue;
    for (Running& running : running_) {
      if (running.process->ended()) reap(running);
    }
    std::erase_if(running_, [](const Running& running) { return running.process->ended(); });
  }
  if (office_) office_->end();
}

}  // namespace

std::vector<std::string> run_parts(const std::vector<Part>& parts, const RunPlan& plan,
                                   const Runtime& runtime, Observer& observer) {
  return PartRunner(parts, plan, runtime, observer).run();
}

}  // namespace rnem::experiments
