// A table of a report, for a page and for Markdown.
#pragma once

#include <string>
#include <vector>

namespace rnem::experiments {

std::string escaped(const std::string& text);  // for HTML

// Cells are plain text.
struct ReportTable {
  enum Content { kNumbers, kText };  // of all but the first column
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows = {};
  Content content = kNumbers;

  // On a narrow screen a table scrolls sideways and its first column stays.
  std::string html() const;
  std::string markdown() const;
};

}  // namespace rnem::experiments
