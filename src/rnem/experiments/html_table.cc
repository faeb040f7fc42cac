#include "rnem/experiments/html_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rnem::experiments {

std::string escaped(const std::string& text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string number_cell(const nlohmann::ordered_json& value, int digits) {
  return number_cell(value.is_number() ? value.get<double>() : std::nan(""), digits);
}

std::string number_cell(double value, int digits) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "–";
}

HtmlTable::HtmlTable(const std::vector<std::string>& headings, Content content)
    : content_(content) {
  const bool named = std::any_of(headings.begin(), headings.end(),
                                 [](const auto& heading) { return !heading.empty(); });
  if (named) add(headings, "th");
}

std::string HtmlTable::html() const {
  return fmt::format("<div class=\"scroll\"><table class=\"{}\">\n{}</table></div>\n",
                     content_ == kText ? "text" : "numbers", rows_);
}

void HtmlTable::add(const std::vector<std::string>& cells, const char* tag) {
  rows_ += "<tr>";
  for (const auto& cell : cells) rows_ += fmt::format("<{0}>{1}</{0}>", tag, cell);
  rows_ += "</tr>\n";
}

}  // namespace rnem::experiments
