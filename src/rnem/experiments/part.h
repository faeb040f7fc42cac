// A long piece of work in parts that are each done once.
//
// A finished part leaves a record, FOLDER/parts/NAME.json: its settings, when and how long it ran,
// and the runs of other parts that it was made from. It is done again when its settings are others,
// when a file that it makes is missing, or when one of those parts has run again since.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rnem::experiments {

struct Part {
  std::string name;                // "train-balls4-rnem-k5"
  std::string about;               // "train R-NEM K=5 on balls4mass64"
  std::string command;             // that does the same by hand, in the folder
  std::string settings;            // everything that decides the result
  std::vector<std::string> after;  // names of the parts whose results it reads
  std::vector<std::string> makes;  // files, relative to the folder
  // does it; what it returns is kept in the record
  std::function<nlohmann::ordered_json()> work;
};

// The record of a part, null when there is none that can be read.
// Keys: part, settings, command, finished, seconds, made_from, result.
nlohmann::ordered_json read_record(const std::filesystem::path& folder, const std::string& name);

bool is_done(const std::filesystem::path& folder, const Part& part);

// Does what is not done, in order; a line on stderr for each says which of how many it is. Returns
// how many were done now. An error names the part and how to go on; Interrupted passes through.
// Prepares the process (training/backend.h) first.
int run_parts(const std::filesystem::path& folder, const std::vector<Part>& parts);

}  // namespace rnem::experiments
