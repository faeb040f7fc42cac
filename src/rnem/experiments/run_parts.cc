#include "rnem/experiments/run_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <thread>

#include "rnem/core/atomic_file.h"
#include "rnem/core/duration.h"
#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/experiments/child_process.h"
#include "rnem/experiments/remaining_time.h"

namespace rnem::experiments {
namespace {

// The last line of a log that says anything.
std::string last_line(const std::filesystem::path& log) {
  std::string text = read_file(log);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

class PartRunner {
 public:
  PartRunner(const std::vector<Part>& parts, const RunPlan& plan, const Runtime& runtime,
             Observer& observer)
      : parts_(parts),
        plan_(plan),
        runtime_(runtime),
        observer_(observer),
        waiting_(plan.to_do),
        times_(plan.folder, parts) {
    for (const std::size_t i : plan.to_do) pending_.insert(parts[i].name);
  }

  std::vector<std::string> run() {
    if (plan_.jobs == 1) {
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

  // Takes the next part whose predecessors are done; null when there is none now.
  const Part* take_ready();
  void one_by_one();
  void side_by_side();
  void start(const Part& part);
  void reap(Running& running);
  void announce(const Part& part);
  void finish(const Part& part);
  void give_up(const Part& part, const std::string& error);
  std::string time_left() const;
  std::filesystem::path log_of(const Part& part) const {
    return plan_.folder / "logs" / (part.name + ".log");
  }

  const std::vector<Part>& parts_;
  const RunPlan& plan_;
  const Runtime& runtime_;
  Observer& observer_;
  std::vector<std::size_t> waiting_;
  std::set<std::string> pending_;  // names of parts that wait or run
  std::set<std::string> failed_;   // and those that cannot be done because of them
  std::vector<Running> running_;
  std::vector<std::string> errors_;
  RemainingTime times_;
  std::size_t started_ = 0;
};

const Part* PartRunner::take_ready() {
  for (auto next = waiting_.begin(); next != waiting_.end();) {
    const Part& part = parts_[*next];
    const auto any_of = [&](const std::set<std::string>& names) {
      return std::any_of(part.after.begin(), part.after.end(),
                         [&](const auto& name) { return names.contains(name); });
    };
    if (any_of(failed_)) {
      failed_.insert(part.name);
      pending_.erase(part.name);
      next = waiting_.erase(next);
    } else if (any_of(pending_)) {
      ++next;
    } else {
      waiting_.erase(next);
      return &part;
    }
  }
  return nullptr;
}

std::string PartRunner::time_left() const {
  double seconds = 0;
  for (const std::size_t i : plan_.to_do) {
    if (pending_.contains(parts_[i].name)) seconds += times_.seconds(parts_[i]);
  }
  const int cores = plan_.jobs == 1 ? runtime_.threads() : plan_.jobs;
  return format_duration(seconds / cores);
}

void PartRunner::announce(const Part& part) {
  note(observer_, "part {} of {}: {}; about {} left", ++started_, plan_.to_do.size(), part.about,
       time_left());
}

void PartRunner::finish(const Part& part) {
  pending_.erase(part.name);
  times_.finished(plan_.folder, part);
}

void PartRunner::give_up(const Part& part, const std::string& error) {
  pending_.erase(part.name);
  failed_.insert(part.name);
  errors_.push_back(error);
  note(observer_, "failed: {}", error);
}

void PartRunner::one_by_one() {
  while (const Part* part = take_ready()) {
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
  auto process = std::make_unique<ChildProcess>(plan_.command(part.name), log_of(part));
  running_.push_back({&part, std::move(process)});
  announce(part);
}

void PartRunner::reap(Running& running) {
  const Part& part = *running.part;
  if (running.process->code() == 0) {
    finish(part);
    const auto record = read_record(plan_.folder, part.name);
    note(observer_, "done: {} in {}", part.about, format_duration(record.value("seconds", 0.0)));
  } else {
    give_up(part, fmt::format("{}: exit code {}: {}", part.name, running.process->code(),
                              last_line(log_of(part))));
  }
}

void PartRunner::side_by_side() {
  for (;;) {
    while (!observer_.should_stop() && running_.size() < static_cast<std::size_t>(plan_.jobs)) {
      const Part* part = take_ready();
      if (part == nullptr) break;
      start(*part);
    }
    if (running_.empty() && !observer_.should_stop()) return;
    if (observer_.should_stop()) {
      for (const Running& running : running_) running.process->stop();
      while (!std::all_of(running_.begin(), running_.end(),
                          [](const Running& running) { return running.process->ended(); })) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
      note(observer_, "stopped; the same command goes on from here");
      throw Interrupted();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    for (Running& running : running_) {
      if (running.process->ended()) reap(running);
    }
    std::erase_if(running_, [](const Running& running) { return running.process->ended(); });
  }
}

}  // namespace

std::vector<std::string> run_parts(const std::vector<Part>& parts, const RunPlan& plan,
                                   const Runtime& runtime, Observer& observer) {
  return PartRunner(parts, plan, runtime, observer).run();
}

}  // namespace rnem::experiments
