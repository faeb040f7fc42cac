#include "rnem/experiments/part.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <chrono>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/interrupt.h"
#include "rnem/core/log.h"
#include "rnem/core/progress.h"
#include "rnem/training/backend.h"

namespace rnem::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

fs::path record_path(const fs::path& folder, const std::string& name) {
  return folder / "parts" / (name + ".json");
}

// Tells two runs of one part apart, so with milliseconds.
std::string utc_now() {
  const auto now = std::chrono::system_clock::now();
  const auto since = now.time_since_epoch();
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(since).count() % 1000;
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(now)), milliseconds);
}

Json finish_times(const fs::path& folder, const Part& part) {
  Json times = Json::object();
  for (const auto& name : part.after) {
    const Json record = read_record(folder, name);
    times[name] = record.is_null() ? Json() : record["finished"];
  }
  return times;
}

void do_part(const fs::path& folder, const Part& part) {
  const auto start = std::chrono::steady_clock::now();
  const Json made_from = finish_times(folder, part);
  // a record must not outlive the files it speaks of
  std::error_code ignored;
  fs::remove(record_path(folder, part.name), ignored);
  Json result = part.work();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const Json record = {{"part", part.name},          {"settings", part.settings},
                       {"command", part.command},    {"finished", utc_now()},
                       {"seconds", seconds.count()}, {"made_from", made_from},
                       {"result", std::move(result)}};
  write_file(record_path(folder, part.name), record.dump(2) + "\n");
}

}  // namespace

Json read_record(const fs::path& folder, const std::string& name) {
  const fs::path path = record_path(folder, name);
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return {};
  Json record = Json::parse(read_file(path), nullptr, /*allow_exceptions=*/false);
  if (!record.is_object()) return {};
  for (const char* key : {"settings", "finished", "seconds", "made_from", "result"}) {
    if (!record.contains(key)) return {};
  }
  return record;
}

bool is_done(const fs::path& folder, const Part& part) {
  const Json record = read_record(folder, part.name);
  if (record.is_null() || record["settings"] != part.settings) return false;
  if (record["made_from"] != finish_times(folder, part)) return false;
  std::error_code ignored;
  return std::all_of(part.makes.begin(), part.makes.end(),
                     [&](const auto& file) { return fs::exists(folder / file, ignored); });
}

int run_parts(const fs::path& folder, const std::vector<Part>& parts) {
  make_folder(folder / "parts");
  // a trainer would; a part must not depend on whether one ran before it
  training::prepare_process(/*threads=*/0);
  int done_now = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    const std::string place = fmt::format("part {} of {}", i + 1, parts.size());
    if (is_done(folder, part)) {
      note("{}: {}: is done", place, part.about);
      continue;
    }
    const std::string go_on = "the same command goes on from here";
    const auto explain = [&](const std::exception& error) {
      return fmt::format("{} ({}): {}; {}", place, part.name, error.what(), go_on);
    };
    try {
      throw_if_interrupted();
      note("{}: {}", place, part.about);
      do_part(folder, part);
    } catch (const Interrupted&) {
      note("stopped in {} ({}); {}", place, part.name, go_on);
      throw;
    } catch (const InputError& error) {
      throw InputError(explain(error));
    } catch (const std::exception& error) {
      throw Error(explain(error));
    }
    ++done_now;
  }
  return done_now;
}

}  // namespace rnem::experiments
