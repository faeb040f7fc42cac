// Titles and captions of a reproduction's figures.
#pragma once

#include <string>
#include <vector>

namespace rnem::experiments {

enum class FigureKind {
  kSheet,  // frames: PNG
  kChart,  // lines: PNG for the report, PDF for print
  kFilm,   // motion: GIF
};

struct FigureText {
  const char* part;  // its name
  FigureKind kind;
  const char* title;    // a heading in the report
  const char* caption;  // what to look for
};

// In the order in which they are drawn.
const std::vector<FigureText>& figure_texts();
const FigureText& figure_text(const std::string& part);  // there is one

// Relative to the folder of a reproduction; the first one is in the report.
std::vector<std::string> figure_files(const FigureText& figure);

}  // namespace rnem::experiments
