// Another program, run by a test.
#pragma once

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "rnem/core/atomic_file.h"
#include "temporary_folder.h"

namespace rnem::testing {

struct Outcome {
  int code = -1;         // exit code, or 128 + signal
  std::string out, err;  // what it printed
};

class Process {
 public:
  // arguments[0] is the program; it runs in `folder`.
  Process(const std::vector<std::string>& arguments, const std::filesystem::path& folder) {
    std::vector<char*> argv;
    for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    const std::string out = (output_ / "out").string(), err = (output_ / "err").string();
    pid_ = fork();
    if (pid_ < 0) throw std::runtime_error("cannot fork");
    if (pid_ > 0) return;
    // the child: nothing but calls that are safe after fork()
    if (chdir(folder.c_str()) != 0 || freopen(out.c_str(), "w", stdout) == nullptr ||
        freopen(err.c_str(), "w", stderr) == nullptr ||
        freopen("/dev/null", "r", stdin) == nullptr) {
      _exit(127);
    }
    execvp(argv[0], argv.data());
    _exit(127);
  }
  ~Process() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  bool running() {
    siginfo_t info = {};
    return waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == 0;
  }

  pid_t pid() const { return pid_; }

  void send(int signal) const { kill(pid_, signal); }

  Outcome wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            read_file((output_ / "out").string()), read_file((output_ / "err").string())};
  }

 private:
  TemporaryFolder output_;
  pid_t pid_ = -1;
};

inline Outcome run_process(const std::vector<std::string>& arguments,
                           const std::filesystem::path& folder) {
  return Process(arguments, folder).wait();
}

}  // namespace rnem::testing
