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

class HtmlTable {
 public:
  explicit HtmlTable(const std::vector<std::string>& headings) { add(headings, "th"); }
  void row(const std::vector<std::string>& cells) { add(cells, "td"); }  // HTML
  std::string html() const { return "<table>\n" + rows_ + "</table>\n"; }

 private:
  void add(const std::vector<std::string>& cells, const char* tag);
  std::string rows_;
};

}  // namespace rnem::experiments
