#include "rnem/cli/rank_launcher.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>

#include "rnem/cli/terminal/interrupt.h"
#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/runtime/connection.h"
#include "rnem/runtime/hmac.h"
#include "rnem/runtime/ranks.h"

namespace rnem::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kLook = std::chrono::milliseconds(20);
constexpr auto kGrace = std::chrono::seconds(10);   // for the others to say who is lost
constexpr auto kReturn = std::chrono::seconds(30);  // after which a lost rank takes part again
constexpr int kMostInVain = 20;                     // starts in a row without a new checkpoint

constexpr const char* kAddress = "127.0.0.1";

// The newest checkpoint's update, -1 without one: whether starting again gets anywhere.
std::int64_t newest_update(const std::filesystem::path& folder) {
  std::int64_t newest = -1;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    constexpr std::string_view kBegin = "state-";
    if (!name.starts_with(kBegin)) continue;
    std::int64_t update = -1;
    std::from_chars(name.data() + kBegin.size(), name.data() + name.size(), update);
    newest = std::max(newest, update);
  }
  return newest;
}

bool started(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::is_directory(folder, ignored) &&
         !std::filesystem::is_empty(folder, ignored);
}

struct RankProcess {
  pid_t pid = -1;
  std::optional<int> code;  // exit code, or 128 + signal, once it has ended
};

// How a start of all ranks ended.
struct Ending {
  int lost = 0;                // ranks that were killed or did not end
  std::optional<int> failure;  // a code that starting again cannot mend
  bool finished = false;       // all ended well
};

class RankTeam {
 public:
  RankTeam(const RankLaunch& launch, int ranks, bool resume) {
    std::vector<std::string> arguments = launch.arguments;
    if (resume) arguments.push_back("--resume");
    const std::string port = std::to_string(runtime::free_port(kAddress)),
                      token = runtime::hex(runtime::secret_bytes(32));
    for (int rank = 0; rank < ranks; ++rank) {
      processes_.push_back({start(arguments, {{"RANK", std::to_string(rank)},
                                              {"LOCAL_RANK", std::to_string(rank)},
                                              {"WORLD_SIZE", std::to_string(ranks)},
                                              {"MASTER_ADDR", kAddress},
                                              {"MASTER_PORT", port},
                                              {"RNEM_PORT", port},
                                              {"RNEM_ADDR", kAddress},
                                              {"RNEM_TOKEN", token}}),
                            std::nullopt});
    }
  }

  ~RankTeam() {
    for (auto& process : processes_) {
      if (process.code) continue;
      ::kill(process.pid, SIGKILL);
      ::waitpid(process.pid, nullptr, 0);
    }
  }
  RankTeam(const RankTeam&) = delete;
  RankTeam& operator=(const RankTeam&) = delete;

  // until all have ended; after `change` they are asked to save and to end
  Ending watch(std::optional<Clock::time_point> change) {
    std::optional<Clock::time_point> deadline;
    bool asked = false;
    while (!all_ended()) {
      std::this_thread::sleep_for(kLook);
      look();
      if (!asked && (interrupted() || (change && Clock::now() > *change))) {
        asked = true;
        if (!processes_.front().code) ::kill(processes_.front().pid, SIGTERM);
      }
      // once one has ended the others follow
      if (!deadline && some_lost()) deadline = Clock::now() + kGrace;
      if (deadline && Clock::now() > *deadline) end_the_rest();
    }
    Ending ending;
    ending.finished = true;
    for (const auto& process : processes_) {
      const int code = *process.code;
      ending.finished &= code == 0;
      if (code >= 128 && code != kInterruptedCode) ++ending.lost;
      if (code != 0 && code < 128 && code != runtime::kLostCode) ending.failure = code;
    }
    return ending;
  }

 private:
  static pid_t start(const std::vector<std::string>& arguments,
                     const std::vector<std::pair<std::string, std::string>>& variables) {
    std::vector<char*> argv;
    for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    std::vector<std::string> texts;
    for (char** entry = environ; *entry != nullptr; ++entry) {
      const std::string_view name(*entry, std::strcspn(*entry, "="));
      if (std::none_of(variables.begin(), variables.end(),
                       [&](const auto& variable) { return variable.first == name; })) {
        texts.emplace_back(*entry);
      }
    }
    for (const auto& [name, value] : variables) texts.push_back(fmt::format("{}={}", name, value));
    std::vector<char*> envp;
    for (auto& text : texts) envp.push_back(text.data());
    envp.push_back(nullptr);

    const pid_t parent = ::getpid(), pid = ::fork();
    if (pid < 0) fail("cannot start a rank: {}", std::strerror(errno));
    if (pid > 0) return pid;
    // the child: nothing but calls that are safe after fork(); what was blocked is let in again
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    // Ctrl-C is the launcher's: it asks rank 0 once
    ::setpgid(0, 0);
    // no rank outlives the launcher
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(runtime::kLostCode);
    ::execve("/proc/self/exe", argv.data(), envp.data());
    ::_exit(127);
  }

  void look() {
    for (auto& process : processes_) {
      int status = 0;
      if (process.code || ::waitpid(process.pid, &status, WNOHANG) != process.pid) continue;
      process.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
  }

  bool all_ended() const {
    return std::all_of(processes_.begin(), processes_.end(),
                       [](const RankProcess& process) { return process.code.has_value(); });
  }
  // not those that have done their part, while rank 0 may still save
  bool some_lost() const {
    return std::any_of(processes_.begin(), processes_.end(), [](const RankProcess& process) {
      return process.code && *process.code != 0 && *process.code != kInterruptedCode;
    });
  }
  void end_the_rest() {
    for (const auto& process : processes_) {
      if (!process.code) ::kill(process.pid, SIGKILL);
    }
  }

  std::vector<RankProcess> processes_;
};

}  // namespace

void read_elastic(const std::string& text, RankLaunch& launch) {
  const auto colon = text.find(':');
  const auto number = [&](const std::string& part) {
    int value = 0;
    const auto result = std::from_chars(part.data(), part.data() + part.size(), value);
    if (result.ec != std::errc() || result.ptr != part.data() + part.size() || value < 1) {
      fail_input("--elastic {}: expected min:max, two numbers of ranks from 1", text);
    }
    return value;
  };
  launch.fewest = number(text.substr(0, colon));
  launch.ranks = colon == std::string::npos ? launch.fewest : number(text.substr(colon + 1));
  if (launch.fewest > launch.ranks) {
    fail_input("--elastic {}: expected min:max, the smaller number first", text);
  }
}

void launch_ranks(const RankLaunch& launch, Observer& observer) {
  int ranks = launch.ranks, in_vain = 0;
  std::int64_t newest = newest_update(launch.out);
  bool resume = launch.resume;
  for (;;) {
    const bool fewer = ranks < launch.ranks;
    const Ending ending =
        RankTeam(launch, ranks, resume)
            .watch(fewer ? std::make_optional(Clock::now() + kReturn) : std::nullopt);
    if (ending.finished) return;
    if (interrupted()) throw Interrupted();
    if (ending.failure) fail("a rank failed with code {}: its line is above", *ending.failure);

    const std::int64_t now = newest_update(launch.out);
    in_vain = now > newest ? 0 : in_vain + 1;
    newest = std::max(now, newest);
    if (in_vain > kMostInVain) {
      fail("{} starts in a row ended before a new checkpoint was written", in_vain);
    }
    const bool returns = fewer && ending.lost == 0;
    ranks = returns ? launch.ranks : std::max(launch.fewest, ranks - ending.lost);
    resume = launch.resume || started(launch.out);
    note(observer, "{}: {} ranks go on from the last checkpoint",
         returns ? "all are there again" : fmt::format("{} lost", ending.lost), ranks);
  }
}

}  // namespace rnem::cli
