#include "rnem/experiments/report_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rnem::experiments {
namespace {

// A bar would end the cell.
std::string markdown_cell(const std::string& text) {
  std::string cell;
  for (const char c : text) cell += c == '|' ? std::string("\\|") : std::string(1, c);
  return cell;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const auto& cell : cells) row += " " + markdown_cell(cell) + " |";
  return row + "\n";
}

}  // namespace

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

std::string ReportTable::html() const {
  std::string lines;
  const auto add = [&](const std::vector<std::string>& cells, const char* tag) {
    lines += "<tr>";
    for (const auto& cell : cells) lines += fmt::format("<{0}>{1}</{0}>", tag, escaped(cell));
    lines += "</tr>\n";
  };
  add(headings, "th");
  for (const auto& row : rows) add(row, "td");
  return fmt::format("<div class=\"scroll\"><table class=\"{}\">\n{}</table></div>\n",
                     content == kText ? "text" : "numbers", lines);
}

std::string ReportTable::markdown() const {
  std::string text = markdown_row(headings) + "|";
  for (std::size_t i = 0; i < headings.size(); ++i) text += "---|";
  text += "\n";
  for (const auto& row : rows) text += markdown_row(row);
  return text;
}

}  // namespace rnem::experiments
