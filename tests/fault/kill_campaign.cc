#include "fault/kill_campaign.h"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "fault/child.h"
#include "rnem/core/atomic_file.h"
#include "rnem/rng.h"
#include "temporary_folder.h"

namespace rnem::testing {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

constexpr int kKilled = 128 + SIGKILL;

void erase_times(Json& json) {
  if (json.is_object()) {
    for (const char* key : {"time", "seconds"}) json.erase(key);
  }
  for (auto& part : json) {
    if (part.is_structured()) erase_times(part);
  }
}

class Killer {
 public:
  Killer(const Work& work, std::uint64_t seed) : work_(work), rng_(seed, "kill", 0) {
    const auto start = Clock::now();
    run(scratch_ / "whole", {});
    took_ = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
    expected_ = work_.bits(scratch_ / "whole");
    if (expected_.empty()) throw std::runtime_error(work_.name + ": it makes nothing");
  }

  void kill_once() {
    const auto delay =
        static_cast<std::int64_t>(rng_.below(static_cast<std::uint64_t>(took_.count()) + 1));
    if (run(folder(), std::chrono::milliseconds(delay)) == kKilled)
      ++campaign_.kills;
    else
      complete();
  }

  void finish() {
    run(folder(), {});
    complete();
  }

  const Campaign& campaign() const { return campaign_; }

 private:
  fs::path folder() const { return scratch_ / fmt::format("killed-{}", campaign_.completed); }

  // To its end, or until it is killed; -> its code.
  int run(const fs::path& in, std::optional<std::chrono::milliseconds> delay) {
    make_folder(in);
    const fs::path output = scratch_ / "output";
    fs::remove(output);
    Child child(work_.command(in), output);
    if (delay) {
      const auto end = Clock::now() + *delay;
      while (child.running() && Clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      child.signal(SIGKILL);
    }
    const int code = child.wait();
    if (code != 0 && !(delay && code == kKilled)) {
      throw std::runtime_error(fmt::format("{} after {} kills ends with {}: {}", work_.name,
                                           campaign_.kills, code, read_file(output)));
    }
    return code;
  }

  void complete() {
    const Bits made = work_.bits(folder());
    for (const auto& [name, bytes] : expected_) {
      const auto found = made.find(name);
      if (found == made.end()) throw std::runtime_error(work_.name + ": no " + name);
      if (found->second != bytes) throw std::runtime_error(work_.name + ": other bits in " + name);
    }
    if (made.size() != expected_.size()) throw std::runtime_error(work_.name + ": makes more");
    fs::remove_all(folder());
    ++campaign_.completed;
  }

  const Work& work_;
  Rng rng_;
  TemporaryFolder scratch_;
  std::chrono::milliseconds took_{};
  Bits expected_;
  Campaign campaign_;
};

}  // namespace

Campaign run_campaign(const Work& work, int kills, std::uint64_t seed) {
  Killer killer(work, seed);
  while (killer.campaign().kills < kills) killer.kill_once();
  killer.finish();
  return killer.campaign();
}

Bits files_of(const fs::path& folder, const std::vector<std::string>& endings) {
  Bits bits;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = fs::relative(entry.path(), folder).string();
    if (!entry.is_regular_file() || name.find(".partial.") != std::string::npos) continue;
    for (const auto& ending : endings) {
      if (name.ends_with(ending)) bits[name] = read_file(entry.path());
    }
  }
  return bits;
}

std::string without_times(const std::string& text) {
  Json whole = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  std::string result;
  if (!whole.is_discarded()) {
    erase_times(whole);
    return whole.dump();
  }
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    Json json = Json::parse(line);
    erase_times(json);
    result += json.dump() + "\n";
  }
  return result;
}

}  // namespace rnem::testing
