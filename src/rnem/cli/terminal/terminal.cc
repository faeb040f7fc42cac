#include "rnem/cli/terminal/terminal.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "rnem/cli/terminal/interrupt.h"
#include "rnem/cli/terminal/plain_line.h"

namespace rnem::cli {

void Terminal::note(const std::string& line) {
  if (line_) line_->make_room();
  fmt::print(stderr, "{}\n", plain_line(line));
}

void Terminal::progress(const Progress& now) {
  using enum Progress::Phase;
  if (now.phase == kBegun) line_.emplace();
  if (line_) line_->show(now);
  if (now.phase == kDone || now.phase == kLeft) line_.reset();
}

void Terminal::validation(const ValidationReport& report) {
  note(fmt::format("validation at update {}: loss {:.2f} = {:.2f} + {:.2f}{}{}", report.update,
                   report.loss, report.intra, report.inter,
                   std::isfinite(report.ari) ? fmt::format(", ARI {:.3f}", report.ari) : "",
                   report.best ? ", the best so far" : ""));
}

bool Terminal::should_stop() { return interrupted(); }

}  // namespace rnem::cli
