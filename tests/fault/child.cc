#include "fault/child.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "places.h"

namespace rnem::testing {

Child::Child(const std::vector<std::string>& arguments, const std::filesystem::path& output,
             long largest_file)
    : Child(arguments, output, {}, largest_file) {}

Child::Child(const std::vector<std::string>& arguments, const std::filesystem::path& output,
             const std::vector<std::string>& environment, long largest_file) {
  std::vector<char*> variables;
  for (const auto& variable : environment) variables.push_back(const_cast<char*>(variable.c_str()));
  for (char** variable = environ; *variable != nullptr; ++variable) variables.push_back(*variable);
  variables.push_back(nullptr);
  std::vector<char*> argv = {const_cast<char*>(rnem::testing::program().c_str())};
  for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_ = ::fork();
  if (pid_ != 0) return;
  // in the child: nothing but system calls until exec
  // a test that a shell started in the background has SIGINT ignored, and so would the program have
  // until it looks
  ::signal(SIGINT, SIG_DFL);
  const int fd = ::open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  ::dup2(fd, STDOUT_FILENO);
  ::dup2(fd, STDERR_FILENO);
  if (largest_file > 0) {
    const rlimit limit{static_cast<rlim_t>(largest_file), static_cast<rlim_t>(largest_file)};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    ::signal(SIGXFSZ, SIG_IGN);  // write() then fails, as it does on a full disk
  }
  ::execve(rnem::testing::program().c_str(), argv.data(), variables.data());
  ::_exit(127);
}

Child::~Child() {
  if (running()) {
    signal(SIGKILL);
    wait();
  }
}

void Child::signal(int number) const { ::kill(pid_, number); }

void Child::note_end(int status) {
  ended_ = true;
  code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool Child::running() {
  int status = 0;
  if (!ended_ && ::waitpid(pid_, &status, WNOHANG) == pid_) note_end(status);
  return !ended_;
}

int Child::wait() {
  int status = 0;
  if (!ended_ && ::waitpid(pid_, &status, 0) == pid_) note_end(status);
  return code_;
}

}  // namespace rnem::testing
