#include "rnem/experiments/part.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/runtime/host.h"

namespace rnem::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

fs::path record_path(const fs::path& folder, const std::string& name) {
  return folder / record_file(name);
}

// Tells two editions of one part apart, so with milliseconds.
std::string utc_now() {
  const auto now = std::chrono::system_clock::now();
  const auto since = now.time_since_epoch();
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(since).count() % 1000;
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(now)), milliseconds);
}

std::string machine_text() {
  const runtime::Machine machine = runtime::this_machine();
  return fmt::format("{}, {}", machine.processor, machine.instruction_set);
}

Json editions(const fs::path& folder, const Part& part) {
  Json made_from = Json::object();
  for (const auto& name : part.after) {
    const Json record = read_record(folder, name);
    made_from[name] = record.is_null() ? Json() : record["edition"];
  }
  return made_from;
}

// Whether the record is about this part as it would be made now.
bool is_current(const fs::path& folder, const Part& part, const Json& record) {
  if (record.is_null() || record["made_from"] != editions(folder, part)) return false;
  const std::string recorded = record["settings"];
  return part.same_settings ? part.same_settings(recorded) : recorded == part.settings;
}

bool all_exist(const fs::path& folder, const std::vector<std::string>& files) {
  std::error_code ignored;
  return std::all_of(files.begin(), files.end(),
                     [&](const auto& file) { return fs::exists(folder / file, ignored); });
}

}  // namespace

std::string record_file(const std::string& name) { return "parts/" + name + ".json"; }

Json read_record(const fs::path& folder, const std::string& name) {
  const fs::path path = record_path(folder, name);
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return {};
  Json record = Json::parse(read_file(path), nullptr, /*allow_exceptions=*/false);
  if (!record.is_object()) return {};
  for (const char* key : {"settings", "edition", "seconds", "threads", "made_from", "result"}) {
    if (!record.contains(key)) return {};
  }
  if (!record["settings"].is_string()) return {};
  return record;
}

std::vector<bool> done_parts(const fs::path& folder, const std::vector<Part>& parts) {
  std::vector<bool> done;
  std::map<std::string, bool> by_name;
  for (const Part& part : parts) {
    bool is_done =
        is_current(folder, part, read_record(folder, part.name)) &&
        (all_exist(folder, part.makes) || (part.dispensable && !all_exist(folder, part.reads)));
    for (const auto& name : part.after) {
      RNEM_CHECK(by_name.contains(name), "parts come after what they are made from");
      is_done = is_done && by_name[name];
    }
    done.push_back(is_done);
    by_name[part.name] = is_done;
  }
  return done;
}

std::vector<std::size_t> parts_to_do(const fs::path& folder, const std::vector<Part>& parts,
                                     const std::function<bool(const Part&)>& wanted,
                                     std::size_t most) {
  const std::vector<bool> done = done_parts(folder, parts);
  std::set<std::string> needed;  // parts that have to run for the sake of others
  std::vector<std::size_t> to_do;
  // what a part needs stands before it
  for (std::size_t i = parts.size(); i-- > 0;) {
    const Part& part = parts[i];
    if (!needed.contains(part.name) && (done[i] || !wanted(part))) continue;
    to_do.push_back(i);
    for (std::size_t j = 0; j < i; ++j) {
      const auto& after = part.after;
      if (std::find(after.begin(), after.end(), parts[j].name) == after.end()) continue;
      const bool lent = std::all_of(part.reads.begin(), part.reads.end(), [&](const auto& file) {
        const auto& lends = parts[j].lends;
        return std::find(lends.begin(), lends.end(), file) == lends.end() ||
               all_exist(folder, {file});
      });
      if (!done[j] || !lent) needed.insert(parts[j].name);
    }
  }
  std::reverse(to_do.begin(), to_do.end());
  to_do.resize(std::min(to_do.size(), most));
  return to_do;
}

void do_part(const fs::path& folder, const Part& part, const Runtime& runtime, Observer& observer) {
  const auto start = std::chrono::steady_clock::now();
  make_folder(folder / "parts");
  const Json before = read_record(folder, part.name);
  const bool again = is_current(folder, part, before);
  // a record must not outlive what it speaks of
  std::error_code ignored;
  if (!again) fs::remove(record_path(folder, part.name), ignored);
  const auto explained = [&](const std::exception& error) {
    return fmt::format("{}: {}", part.name, error.what());
  };
  Json result;
  try {
    result = part.perform(runtime, observer);
  } catch (const Interrupted&) {
    throw;
  } catch (const InputError& error) {
    throw InputError(explained(error));
  } catch (const std::exception& error) {
    throw Error(explained(error));
  }
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  // work that was stopped and resumed knows better
  const double spent = result.value("seconds", seconds.count());
  const std::string now = utc_now();
  const Json record = {{"part", part.name},
                       {"settings", part.settings},
                       {"command", part.command},
                       {"edition", again ? before["edition"] : Json(now)},
                       {"finished", now},
                       {"seconds", spent},
                       {"threads", runtime.threads()},
                       {"machine", machine_text()},
                       {"made_from", editions(folder, part)},
                       {"result", std::move(result)}};
  write_file(record_path(folder, part.name), record.dump(2) + "\n");
}

}  // namespace rnem::experiments
