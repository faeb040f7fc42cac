// What rank 0 and a rank that does parts for it say to each other, after the handshake:
//
//   rank -> 0   want    "I can do one more": cores, then parts begun before, one a line
//   0 -> rank   part    its name; the files that it needs follow, then go
//   rank -> 0   file... of what it has made, then done; or failed and why
//   0 -> rank   taken   what it made is in rank 0's folder
//   0 -> rank   stop    save and end: the command goes on some other time
//   0 -> rank   end     nothing is left to do
//   both        beat    "I am here"
//
// Nothing waits: what is said is posted, and goes out and comes in whenever a side has time for it.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "rnem/runtime/connection.h"

namespace rnem::experiments {

inline constexpr char kWant = 'w', kPart = 'p', kFile = 'f', kGo = 'g', kDone = 'd', kFailed = 'x',
                      kTaken = 't', kStop = 's', kEnd = 'e', kBeat = 'b';

class PartLink {
 public:
  PartLink(runtime::Connection connection, std::chrono::milliseconds silence);

  void post(char kind, std::string_view bytes = {}) { connection_.post(kind, bytes); }
  // "NAME\nFILE\n" and its bytes, from the folder
  void post_file(const std::string& part, const std::filesystem::path& folder,
                 const std::string& file);

  // Says that this side is here, sends what it can, and returns what has come.
  std::vector<runtime::Message> exchange();
  // Why the other side is lost, or empty: "its connection ended", "it is silent for 60 s".
  std::string loss() const;

  int fd() const { return connection_.fd(); }
  bool unsent() const { return connection_.unsent(); }
  std::chrono::milliseconds unheard_for() const;
  std::string peer_address() const { return connection_.peer_address(); }

 private:
  runtime::Connection connection_;
  std::chrono::milliseconds silence_;
  runtime::RankClock::time_point heard_, beat_;
  bool ended_ = false;
};

struct PartFile {
  std::string part, file, bytes;
};
PartFile read_part_file(const std::string& message);  // InputError when it is none

// Until one of them has news or can take more, or the listener (none: -1) is called; at most so
// long.
void wait_for_news(const std::vector<const PartLink*>& links, int listener,
                   std::chrono::milliseconds at_most);

}  // namespace rnem::experiments
