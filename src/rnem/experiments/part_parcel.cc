#include "rnem/experiments/part_parcel.h"

#include <fmt/format.h>

#include <algorithm>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"

namespace rnem::experiments {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_below(const fs::path& folder, const fs::path& relative) {
  std::vector<std::string> files;
  std::error_code none;
  for (fs::recursive_directory_iterator entry(folder / relative, none), end; entry != end;
       ++entry) {
    if (entry->is_regular_file()) {
      files.push_back(entry->path().lexically_relative(folder).string());
    }
  }
  return files;
}

void move_to(const fs::path& from, const fs::path& to) {
  make_folder(to.parent_path());
  fs::rename(from, to);
}

// What a run that does not fit is called when it is moved aside, but for a number.
std::string aside_of(const Part& part) { return part.run + ".before-"; }

// runs/TRIAL replaces the one that was lent; runs/TRIAL.before-1 is one that was moved aside there,
// which may have another number here.
void take_over_runs(const fs::path& from, const fs::path& folder, const Part& part) {
  const std::string aside = aside_of(part);
  std::vector<fs::path> moved_aside;
  for (const auto& entry : fs::directory_iterator((from / part.run).parent_path())) {
    if (entry.path().string().starts_with((from / aside).string())) {
      moved_aside.push_back(entry.path());
    }
  }
  int number = 1;
  for (const auto& run : moved_aside) {
    while (fs::exists(folder / (aside + std::to_string(number)))) ++number;
    move_to(run, folder / (aside + std::to_string(number)));
  }
  fs::remove_all(folder / part.run);
  move_to(from / part.run, folder / part.run);
}

}  // namespace

bool is_of_run(const Part& part, const std::string& file) {
  return !part.run.empty() &&
         (file.starts_with(part.run + "/") || file.starts_with(aside_of(part)));
}

std::vector<std::string> files_to_lend(const fs::path& folder, const Part& part) {
  std::vector<std::string> files = part.reads;
  files.push_back(record_file(part.name));
  for (const auto& name : part.after) files.push_back(record_file(name));
  std::error_code none;
  std::erase_if(files, [&](const auto& file) { return !fs::exists(folder / file, none); });
  if (!part.run.empty()) {
    const auto run = files_below(folder, part.run);
    files.insert(files.end(), run.begin(), run.end());
  }
  return files;
}

std::vector<std::string> files_to_return(const fs::path& folder, const Part& part) {
  std::vector<std::string> lent = part.reads;
  for (const auto& name : part.after) lent.push_back(record_file(name));
  auto files = files_below(folder, "");
  std::erase_if(files, [&](const auto& file) {
    return std::find(lent.begin(), lent.end(), file) != lent.end();
  });
  return files;
}

void store_file(const fs::path& folder, const std::string& file, std::string_view bytes) {
  const fs::path path = fs::path(file).lexically_normal();
  if (path.empty() || path.is_absolute() || *path.begin() == "..") {
    fail_input("a rank sends '{}', which is no file of a part", file);
  }
  make_folder((folder / path).parent_path());
  write_file(folder / path, bytes);
}

void clear_for(const fs::path& folder, const Part& part) {
  for (const auto& file : files_below(folder, "")) {
    if (!is_of_run(part, file)) fs::remove(folder / file);
  }
}

void take_over(const fs::path& from, const fs::path& folder, const Part& part) {
  const auto record = read_record(from, part.name), before = read_record(folder, part.name);
  if (record.is_null()) fail_input("a rank sends part {} with no record of it", part.name);
  // a record must not outlive what it speaks of
  if (before.is_null() || before["edition"] != record["edition"]) {
    fs::remove(folder / record_file(part.name));
  }
  if (!part.run.empty() && fs::exists(from / part.run)) take_over_runs(from, folder, part);
  for (const auto& file : files_below(from, "")) {
    if (file != record_file(part.name)) move_to(from / file, folder / file);
  }
  move_to(from / record_file(part.name), folder / record_file(part.name));
}

}  // namespace rnem::experiments
