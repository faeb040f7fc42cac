// Files and folders that a command is asked to write: nothing is replaced unasked, and what cannot
// be written is refused before the work.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rnem::cli {

// Pictures of which the extension decides the format (figures/drawing.h).
inline const std::vector<std::string> kDrawings = {".png", ".svg", ".pdf"};
inline const std::vector<std::string> kDataFiles = {".h5", ".hdf5"};

class Outputs {
 public:
  // -o,--out FILE of one of the kinds, which the extension tells.
  CLI::Option* add_file(CLI::App& app, std::string& path, const std::string& help,
                        const std::vector<std::string>& kinds);
  // -o,--out FOLDER, which is made.
  CLI::Option* add_folder(CLI::App& app, std::string& path, const std::string& help);
  // --json FILE, and - for stdout
  CLI::Option* add_json(CLI::App& app, std::string& path);
  // FILE under another flag
  CLI::Option* add_other(CLI::App& app, const std::string& flag, std::string& path,
                         const std::string& help, const std::vector<std::string>& kinds);

  // InputError, which names the path, unless all that were given can be written and, without
  // --force, are not there yet.
  void check() const;

 private:
  struct Place {
    std::string flag;
    const std::string* path;
    std::vector<std::string> kinds;  // empty: a folder
  };
  void add_force(CLI::App& app);

  std::vector<Place> places_;
  bool force_ = false;
};

// Writes the report where --json says, if it does.
void write_json(const std::string& path, const nlohmann::ordered_json& report);

// Where tables for people go: stdout, unless --json - has it.
std::FILE* table_stream(const std::string& json);

}  // namespace rnem::cli
