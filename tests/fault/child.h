// The program as a process that can be killed.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace rnem::testing {

class Child {
 public:
  // Starts the program; what it prints goes to the file `output`, which is appended to. With
  // `largest_file` no file it writes may become larger (bytes), as on a disk that is full.
  Child(const std::vector<std::string>& arguments, const std::filesystem::path& output,
        long largest_file = 0);
  // The same with more in its environment: "NAME=value".
  Child(const std::vector<std::string>& arguments, const std::filesystem::path& output,
        const std::vector<std::string>& environment, long largest_file = 0);
  ~Child();  // kills it if it still runs
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t pid() const { return pid_; }
  void signal(int number) const;
  bool running();
  int wait();  // exit code, or 128 + the signal that ended it

 private:
  void note_end(int status);

  pid_t pid_ = -1;
  int code_ = -1;
  bool ended_ = false;
};

}  // namespace rnem::testing
