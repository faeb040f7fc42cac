// This program once more, for one part of the work.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace rnem::experiments {

// Runs this program with `arguments` in the current folder, with one thread or as many as it takes
// by itself, and its output in `log`. It ends when this process does, however that comes about.
class ChildProcess {
 public:
  ChildProcess(const std::vector<std::string>& arguments, const std::filesystem::path& log,
               bool one_thread = true);
  ~ChildProcess();  // kills it when it is still running
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  bool ended();                       // does not wait
  int code() const { return code_; }  // once it has: exit code, or 128 + signal
  void stop() const;                  // asks it to save its work and end
  std::string last_line() const;      // of its log that says anything

 private:
  std::filesystem::path log_;
  pid_t pid_ = -1;
  int code_ = -1;
};

}  // namespace rnem::experiments
