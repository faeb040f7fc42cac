// `rnem trace`: everything the model computed, for analysis in Python.
#include <fmt/format.h>

#include <charconv>

#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/former_option.h"
#include "rnem/cli/outputs.h"
#include "rnem/cli/run_options.h"
#include "rnem/core/error.h"
#include "rnem/evaluation/trace.h"

namespace rnem::cli {
namespace {

struct TraceOptions {
  RunOptions run;
  Outputs outputs;
  std::string range = "0:1", out;
};

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
    fail_input("--range {}: expected A:B with A < B, the sequences A to B-1", text);
  }
  return {first, end - first};
}

}  // namespace

Work setup_trace(CLI::App& app) {
  auto options = std::make_shared<TraceOptions>();
  add_run_options(app, options->run);
  auto* range = app.add_option("--range", options->range, "A:B, the sequences A to B-1")
                    ->type_name("A:B")
                    ->capture_default_str();
  add_former(app, "--sequences", range);
  options->outputs.add_file(app, options->out, "HDF5 file to write", kDataFiles)->required();
  add_examples(app, {"rnem trace balls4 --data live:balls4mass64 --range 0:16 -o trace.h5"});
  return [options](Observer& observer) {
    const TraceOptions& o = *options;
    o.outputs.check();
    const auto range = parse_range(o.range);
    const Runtime runtime = run_runtime(o.run);
    const auto session = open_run(o.run, runtime, observer);
    const auto available = session.source->size(session.split);
    if (range.first + range.count > available) {
      fail_input("--range {}: {} has {} sequences in this split", o.range, o.run.data, available);
    }
    evaluation::write_trace(session, range, em_settings(o.run, session), o.out);
    fmt::print("{}: {} sequences\n", o.out, range.count);
  };
}

}  // namespace rnem::cli
