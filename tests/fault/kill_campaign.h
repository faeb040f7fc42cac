// kill -9 at random moments, and what is left to go on with.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace rnem::testing {

// Names of results and the bits that count: nothing that depends on the clock.
using Bits = std::map<std::string, std::string>;

// One command of the program that is killed and started again until it is done.
struct Work {
  std::string name;
  // The command that begins in a folder of its own, or goes on with what it finds there.
  std::function<std::vector<std::string>(const std::filesystem::path& folder)> command;
  // What it has made; throws when something is there in part.
  std::function<Bits(const std::filesystem::path& folder)> bits;
};

struct Campaign {
  int kills = 0;      // processes that ended by SIGKILL
  int completed = 0;  // works that came to their end in between, or at last
};

// Does the work once undisturbed, then kills it `kills` times within the time that it took, starts
// it again after each, and lets it end: all ends have the same bits. Throws with what the program
// said when it ends otherwise.
Campaign run_campaign(const Work& work, int kills, std::uint64_t seed);

// Files below the folder whose names end so, with their bytes.
Bits files_of(const std::filesystem::path& folder, const std::vector<std::string>& endings);

// JSON, or lines of it, without the keys that depend on the clock: "time", "seconds".
std::string without_times(const std::string& text);

}  // namespace rnem::testing
