// `rnem trace`: everything the model computed, for analysis in Python.
#include <fmt/format.h>

#include <charconv>

#include "rnem/cli/command.h"
#include "rnem/cli/run_options.h"
#include "rnem/core/error.h"
#include "rnem/core/writable.h"
#include "rnem/evaluation/trace.h"

namespace rnem::cli {
namespace {

// "A:B" means A .. B-1
evaluation::TraceRange parse_range(const std::string& text) {
  const auto colon = text.find(':');
  std::int64_t first = 0, end = 0;
  const auto number = [](std::string_view part, std::int64_t& value) {
    const auto [stop, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    return error == std::errc() && stop == part.data() + part.size() && value >= 0;
  };
  if (colon == std::string::npos || !number(text.substr(0, colon), first) ||
      !number(text.substr(colon + 1), end) || end <= first) {
    fail_input("--sequences {}: expected A:B with A < B, the sequences A to B-1", text);
  }
  return {first, end - first};
}

}  // namespace

Work setup_trace(CLI::App& app) {
  auto run = std::make_shared<RunOptions>();
  auto sequences = std::make_shared<std::string>("0:1");
  auto out = std::make_shared<std::string>();
  add_run_options(app, *run);
  app.add_option("--sequences", *sequences, "A:B, the sequences A to B-1")->capture_default_str();
  app.add_option("--out", *out, "HDF5 file to write")->required();
  return [run, sequences, out](Observer& observer) {
    check_writable(*out);
    const auto range = parse_range(*sequences);
    const Runtime runtime = run_runtime(*run);
    const auto session = open_run(*run, runtime, observer);
    const auto available = session.source->size(session.split);
    if (range.first + range.count > available) {
      fail_input("--sequences {}: {} has {} sequences in this split", *sequences, run->data,
                 available);
    }
    evaluation::write_trace(session, range, em_settings(*run, session), *out);
    fmt::print("{}: {} sequences\n", *out, range.count);
  };
}

}  // namespace rnem::cli
