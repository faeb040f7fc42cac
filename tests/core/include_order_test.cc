// A folder includes only those above it: docs/architecture.md has the list, in its first table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "places.h"
#include "rnem/core/atomic_file.h"

namespace rnem {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::UnorderedElementsAreArray;

struct Folder {
  std::string name;
  bool torch;  // may include LibTorch
};

std::vector<std::string> lines_of(const fs::path& file) {
  std::vector<std::string> lines;
  std::istringstream text(read_file(file));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

// rows "| `src/rnem/core` | what it does | no |"
std::vector<Folder> documented_order() {
  static const std::regex kRow(R"(\| `src/rnem/(\w+)` \|.*\| *([^|]*) *\|)");
  std::vector<Folder> order;
  for (const auto& line : lines_of(rnem::testing::in_source("docs/architecture.md"))) {
    std::smatch row;
    if (std::regex_match(line, row, kRow)) {
      order.push_back({row[1], !row[2].str().starts_with("no")});
    }
  }
  return order;
}

std::size_t place_of(const std::vector<Folder>& order, const std::string& name) {
  const auto found =
      std::find_if(order.begin(), order.end(), [&](const Folder& f) { return f.name == name; });
  return static_cast<std::size_t>(found - order.begin());
}

// What is wrong with an #include line of a file in `folder`, or nothing.
std::string complaint(const std::vector<Folder>& order, const Folder& folder,
                      const std::string& line) {
  static const std::regex kOurs(R"re(\s*#\s*include\s+"rnem/(\w+)/.*)re");
  static const std::regex kTorch(R"re(\s*#\s*include\s+["<](rnem/torch\.h|torch/|ATen/|c10/).*)re");
  std::smatch match;
  if (!folder.torch && std::regex_match(line, kTorch)) return "needs no LibTorch, says the table";
  if (!std::regex_match(line, match, kOurs)) return "";
  const std::size_t to = place_of(order, match[1]);
  if (to == order.size()) return "points to a folder that the table does not have";
  return to > place_of(order, folder.name) ? "points to a folder below" : "";
}

TEST(IncludeOrder, TheTableHasEveryFolder) {
  std::vector<std::string> documented, there;
  for (const Folder& folder : documented_order()) documented.push_back(folder.name);
  for (const auto& entry : fs::directory_iterator(rnem::testing::in_source("src/rnem"))) {
    if (entry.is_directory()) there.push_back(entry.path().filename().string());
  }
  EXPECT_THAT(documented, UnorderedElementsAreArray(there));
}

TEST(IncludeOrder, NoFolderIncludesOneBelowIt) {
  const auto order = documented_order();
  int includes = 0;
  for (const Folder& folder : order) {
    for (const auto& entry :
         fs::recursive_directory_iterator(rnem::testing::in_source("src/rnem/" + folder.name))) {
      if (!entry.is_regular_file()) continue;
      // raw pointers only: compiled into rnem_base
      const bool kernels = entry.path().parent_path().filename() == "kernels";
      for (const auto& line : lines_of(entry.path())) {
        if (line.find("#include \"rnem/") != std::string::npos) ++includes;
        EXPECT_EQ(complaint(order, {folder.name, folder.torch && !kernels}, line), "")
            << entry.path() << ": " << line;
      }
    }
  }
  EXPECT_GT(includes, 0);
}

// Results are structs; JSON is written at the edge.
TEST(IncludeOrder, ResultsBecomeJsonInOneFile) {
  std::vector<std::string> with_json;
  for (const char* folder : {"metrics", "evaluation"}) {
    for (const auto& entry :
         fs::directory_iterator(rnem::testing::in_source(std::string("src/rnem/") + folder))) {
      if (read_file(entry.path()).find("#include <nlohmann/") != std::string::npos) {
        with_json.push_back(entry.path().filename().string());
      }
    }
  }
  EXPECT_THAT(with_json, ElementsAre("report_json.h"));
}

// Whatever Python can do, a program in C++ can.
TEST(IncludeOrder, ThePythonModuleIsBuiltOnThePublicFace) {
  static const std::regex kInside(R"(#include "rnem/(\w+)/.*)");
  for (const auto& entry : fs::directory_iterator(rnem::testing::in_source("src/rnem/python"))) {
    for (const auto& line : lines_of(entry.path())) {
      std::smatch match;
      if (std::regex_match(line, match, kInside)) {
        EXPECT_EQ(match[1], "python") << entry.path() << ": " << line;
      }
    }
  }
}

TEST(IncludeOrder, TheCheckSeesWhatPointsDown) {
  const std::vector<Folder> order = {{"core", false}, {"model", true}};
  EXPECT_EQ(complaint(order, order[1], "#include \"rnem/core/rng.h\""), "");
  EXPECT_EQ(complaint(order, order[1], "#include \"rnem/torch.h\""), "");
  EXPECT_NE(complaint(order, order[0], "#include \"rnem/model/cell.h\""), "");
  EXPECT_NE(complaint(order, order[0], "#include \"rnem/torch.h\""), "");
  EXPECT_NE(complaint(order, order[1], "#include \"rnem/else/where.h\""), "");
}

}  // namespace
}  // namespace rnem
