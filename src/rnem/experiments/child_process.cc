#include "rnem/experiments/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"

extern char** environ;

namespace rnem::experiments {

ChildProcess::ChildProcess(const std::vector<std::string>& arguments,
                           const std::filesystem::path& log, bool one_thread)
    : log_(log) {
  std::vector<std::string> words = {"rnem"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv, environment;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  constexpr std::string_view kThreads = "OMP_NUM_THREADS=";
  std::string one = std::string(kThreads) + "1";
  if (one_thread) environment.push_back(one.data());
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (!one_thread || !std::string_view(*entry).starts_with(kThreads)) {
      environment.push_back(*entry);
    }
  }
  environment.push_back(nullptr);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) fail("cannot start a process: {}", std::strerror(errno));
  if (pid_ > 0) return;
  // the child: nothing but calls that are safe after fork()
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  const int in = ::open("/dev/null", O_RDONLY);
  if (out < 0 || in < 0 || ::dup2(in, 0) < 0 || ::dup2(out, 1) < 0 || ::dup2(out, 2) < 0) {
    ::_exit(127);
  }
  ::execve("/proc/self/exe", argv.data(), environment.data());
  ::_exit(127);
}

ChildProcess::~ChildProcess() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

bool ChildProcess::ended() {
  if (pid_ <= 0) return true;
  int status = 0;
  if (::waitpid(pid_, &status, WNOHANG) != pid_) return false;
  pid_ = -1;
  code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return true;
}

void ChildProcess::stop() const {
  if (pid_ > 0) ::kill(pid_, SIGTERM);
}

std::string ChildProcess::last_line() const {
  std::string text = read_file(log_);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace rnem::experiments
