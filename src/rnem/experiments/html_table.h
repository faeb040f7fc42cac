// Tables and text of a page.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rnem::experiments {

std::string escaped(const std::string& text);  // for HTML

// A number with `digits` after the point; a dash for what is not a finite one.
std::string number_cell(const nlohmann::ordered_json& value, int digits);
std::string number_cell(double value, int digits);

// On a narrow screen a table scrolls sideways and its first column stays.
class HtmlTable {
 public:
  enum Content { kNumbers, kText };  // of all but the first column
  // Headings that are all empty are left out.
  explicit HtmlTable(const std::vector<std::string>& headings, Content content = kNumbers);
  void row(const std::vector<std::string>& cells) { add(cells, "td"); }  // HTML
  std::string html() const;

 private:
  void add(const std::vector<std::string>& cells, const char* tag);
  Content content_;
  std::string rows_;
};

}  // namespace rnem::experiments
