// What all harnesses share: bytes come in, and at worst one clear line comes out.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "rnem/core/scratch_folder.h"
#include "rnem/error.h"

namespace rnem::fuzz {

// Ends the process, which the fuzzer calls a finding.
[[noreturn]] inline void finding(const std::string& what) {
  std::fprintf(stderr, "finding: %s\n", what.c_str());
  std::abort();
}

// Runs a reader. An InputError is an answer; anything else that it throws is not caught and ends
// the process.
template <class Read>
void read_hostile(Read&& read) {
  try {
    read();
  } catch (const InputError& error) {
    if (std::string_view(error.what()).empty()) finding("an error without words");
  }
}

// A file in memory that holds the input of this round.
class HostileFile {
 public:
  explicit HostileFile(const std::string& name) : path_((folder_ / name).string()) {}

  const std::string& path() const { return path_; }
  std::string folder() const { return folder_.path().string(); }

  const std::string& hold(const std::uint8_t* data, std::size_t size) const {
    std::ofstream out(path_, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    out.close();
    if (!out) finding("the harness cannot write its file");
    return path_;
  }

 private:
  ScratchFolder folder_{"fuzz"};
  std::string path_;
};

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace rnem::fuzz
