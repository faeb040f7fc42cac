// Titles and captions of a reproduction's figures.
#pragma once

#include <string>
#include <vector>

#include "rnem/experiments/trial.h"

namespace rnem::experiments {

enum class FigureKind {
  kSheet,  // frames: PNG
  kChart,  // lines and bars: PNG for the page, SVG for everything else
  kFilm,   // motion: GIF
};

struct FigureText {
  const char* name;
  FigureKind kind;
  const char* title;    // a heading in the report
  const char* caption;  // what to look for
};

const std::vector<FigureText>& figure_texts();
const FigureText& figure_text(const std::string& name);  // there is one

// Relative to the folder of a reproduction; the first one is in the page.
std::vector<std::string> figure_files(Setup setup, const FigureText& figure);

}  // namespace rnem::experiments
