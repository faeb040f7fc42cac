#include "rnem/cli/examples.h"

#include <sstream>

namespace rnem::cli {
namespace {

constexpr const char* kTitle = "Examples:";
constexpr const char* kIndent = "  ";

}  // namespace

void add_examples(CLI::App& app, const std::vector<std::string>& lines) {
  std::string text = kTitle;
  for (const auto& line : lines) text += "\n" + (kIndent + line);
  app.footer(text);
}

std::vector<std::string> examples_of(const CLI::App& app) {
  std::istringstream text(app.get_footer());
  std::vector<std::string> lines;
  std::string line;
  std::getline(text, line);  // the title
  while (std::getline(text, line)) lines.push_back(line.substr(std::string(kIndent).size()));
  return lines;
}

}  // namespace rnem::cli
