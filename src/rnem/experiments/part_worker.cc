#include "rnem/experiments/part_worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <thread>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/experiments/child_process.h"
#include "rnem/experiments/part_parcel.h"
#include "rnem/runtime/roll_call.h"

namespace rnem::experiments {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr auto kBetweenLooks = milliseconds(50);

PartLink connect(const PartWork& work) {
  const auto deadline = runtime::RankClock::now() + work.join;
  auto connection = runtime::connect_to(work.place.address, work.place.port, deadline);
  runtime::ask_in(connection, work.place.token, part_claims(work.place, work.settings));
  return PartLink(std::move(connection), work.silence);
}

class Worker {
 public:
  Worker(const std::vector<Part>& parts, const PartWork& work, Observer& observer)
      : parts_(parts), work_(work), observer_(observer), link_(connect(work)) {}

  void run();

 private:
  struct InHand {
    const Part* part;
    bool begun;  // before: its run here is newer than the one that rank 0 has
    std::unique_ptr<ChildProcess> process = {};
  };

  void want();
  void hear(const runtime::Message& message);
  const Part& known_part(const std::string& name) const;
  void begin(const std::string& name);
  void start(const std::string& name);
  void hand_in(InHand& done);
  void stop_processes();
  InHand& in_hand(const std::string& name);
  fs::path folder_of(const std::string& name) const { return work_.folder / name; }

  const std::vector<Part>& parts_;
  const PartWork& work_;
  Observer& observer_;
  PartLink link_;
  std::map<std::string, InHand> in_hand_;
  bool over_ = false;
};

void Worker::want() {
  std::string text = std::to_string(work_.jobs == 1 ? work_.threads : 1);
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(work_.folder, none)) {
    text += "\n" + entry.path().filename().string();
  }
  link_.post(kWant, text);
}

Worker::InHand& Worker::in_hand(const std::string& name) {
  const auto found = in_hand_.find(name);
  if (found == in_hand_.end()) fail_input("rank 0 speaks of part '{}', which is not here", name);
  return found->second;
}

void Worker::hear(const runtime::Message& message) {
  if (message.kind == kPart) {
    begin(message.bytes);
  } else if (message.kind == kFile) {
    const PartFile file = read_part_file(message.bytes);
    const InHand& to = in_hand(file.part);
    if (to.begun && is_of_run(*to.part, file.file)) return;
    store_file(folder_of(file.part), file.file, file.bytes);
  } else if (message.kind == kGo) {
    start(message.bytes);
  } else if (message.kind == kTaken) {
    fs::remove_all(folder_of(known_part(message.bytes).name));
  } else if (message.kind == kStop || message.kind == kEnd) {
    over_ = true;
  }
}

const Part& Worker::known_part(const std::string& name) const {
  const auto part =
      std::find_if(parts_.begin(), parts_.end(), [&](const Part& one) { return one.name == name; });
  if (part == parts_.end()) fail_input("rank 0 has a part '{}' that is not known here", name);
  return *part;
}

void Worker::begin(const std::string& name) {
  const Part& part = known_part(name);
  const fs::path folder = folder_of(name);
  clear_for(folder, part);
  const bool begun = !part.run.empty() && fs::is_directory(folder / part.run);
  in_hand_.emplace(name, InHand{&part, begun});
}

void Worker::start(const std::string& name) {
  const fs::path folder = folder_of(name);
  make_folder(folder / "logs");
  in_hand(name).process = std::make_unique<ChildProcess>(
      work_.command(name, folder), folder / "logs" / (name + ".log"), work_.jobs > 1);
}

void Worker::hand_in(InHand& done) {
  const std::string& name = done.part->name;
  if (const int code = done.process->code(); code != 0) {
    link_.post(kFailed, fmt::format("{}\nexit code {}: {}", name, code, done.process->last_line()));
    return;
  }
  for (const auto& file : files_to_return(folder_of(name), *done.part)) {
    link_.post_file(name, folder_of(name), file);
  }
  link_.post(kDone, name);
}

void Worker::stop_processes() {
  const auto runs = [](auto& entry) {
    return entry.second.process && !entry.second.process->ended();
  };
  for (const auto& [name, part] : in_hand_) {
    if (part.process) part.process->stop();
  }
  while (std::any_of(in_hand_.begin(), in_hand_.end(), runs))
    std::this_thread::sleep_for(kBetweenLooks);
}

void Worker::run() {
  for (int i = 0; i < work_.jobs; ++i) want();
  while (!over_) {
    wait_for_news({&link_}, -1, kBetweenLooks);
    for (const auto& message : link_.exchange()) hear(message);
    const std::string loss = over_ ? "" : link_.loss();
    if (!loss.empty() || over_ || observer_.should_stop()) stop_processes();
    if (!loss.empty()) {
      throw runtime::RankLost(fmt::format("rank {} of {}: rank 0 is gone: {}", work_.place.rank,
                                          work_.place.size, loss));
    }
    if (!over_ && observer_.should_stop()) throw Interrupted();
    for (auto it = in_hand_.begin(); it != in_hand_.end();) {
      if (!it->second.process || !it->second.process->ended()) {
        ++it;
        continue;
      }
      hand_in(it->second);
      it = in_hand_.erase(it);
      want();
    }
  }
  // where nothing is left that was begun
  std::error_code not_empty;
  if (fs::remove(work_.folder, not_empty)) fs::remove(work_.folder.parent_path(), not_empty);
}

}  // namespace

void do_parts_for_rank_zero(const std::vector<Part>& parts, const PartWork& work,
                            Observer& observer) {
  Worker(parts, work, observer).run();
}

}  // namespace rnem::experiments
