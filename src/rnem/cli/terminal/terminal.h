// The program's observer: notes and progress on stderr, so that stdout stays data, and Ctrl-C.
#pragma once

#include <optional>

#include "rnem/cli/terminal/progress_line.h"
#include "rnem/observer.h"

namespace rnem::cli {

class Terminal final : public Observer {
 public:
  void note(const std::string& line) override;
  void progress(const Progress& now) override;
  void validation(const ValidationReport& report) override;
  bool should_stop() override;  // catch_interrupts() has seen a signal

 private:
  std::optional<ProgressLine> line_;  // of the work under way
};

}  // namespace rnem::cli
