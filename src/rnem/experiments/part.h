// A long piece of work in parts that are each done once.
//
// A finished part leaves a record, FOLDER/parts/NAME.json: its settings, when and how long it ran,
// and the editions of other parts that it was made from. It is done again when its settings are
// others, when a file that it makes is missing, or when one of those parts has a new edition. A
// part may also lend files to others, such as a model: these are made again only when a part that
// is not done needs them, and as the same edition, so that what was made from it before stays done.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rnem/observer.h"
#include "rnem/runtime.h"

namespace rnem::experiments {

struct Part {
  std::string name;                // "published-balls4-rnem-k5-seed1-train"
  std::string about;               // "train R-NEM K=5 as published, seed 1"
  std::string command;             // that does the same by hand, in the folder
  std::string settings;            // everything that decides the result
  std::vector<std::string> after;  // names of the parts that it is made from
  std::vector<std::string> makes;  // files, relative to the folder
  std::vector<std::string> lends;  // files that others read, relative to the folder
  std::vector<std::string> reads;  // files that others lend to it
  std::string run = {};            // the folder, relative, in which it goes on when it was stopped

  // Files that it makes are made again only where what it reads is still there: no training for the
  // sake of a lost picture.
  bool dispensable = false;

  std::string kind;  // "train", "eval", ...: parts of a kind take the same time for the same work
  double work = 0;   // component-steps

  // Whether recorded settings are these; empty: as text.
  std::function<bool(const std::string& recorded)> same_settings;
  // Does it; what it returns is kept in the record.
  std::function<nlohmann::ordered_json(const Runtime& runtime, Observer& observer)> perform;
};

// "parts/NAME.json"
std::string record_file(const std::string& name);

// The record of a part, null when there is none that can be read.
// Keys: part, settings, command, edition, finished, seconds, threads, machine, made_from, result.
nlohmann::ordered_json read_record(const std::filesystem::path& folder, const std::string& name);

// For every part whether it is done: it and all that it is made from.
std::vector<bool> done_parts(const std::filesystem::path& folder, const std::vector<Part>& parts);

// Indices of parts to be done, in order: those that `wanted` picks and that are not done, with what
// they need for it. At most `most` of them.
std::vector<std::size_t> parts_to_do(const std::filesystem::path& folder,
                                     const std::vector<Part>& parts,
                                     const std::function<bool(const Part&)>& wanted,
                                     std::size_t most);

// Does one part and writes its record. An error names the part; Interrupted passes through.
void do_part(const std::filesystem::path& folder, const Part& part, const Runtime& runtime,
             Observer& observer);

}  // namespace rnem::experiments
