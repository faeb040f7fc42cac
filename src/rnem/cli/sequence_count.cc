#include "rnem/cli/sequence_count.h"

#include <fmt/format.h>

#include "rnem/core/error.h"

namespace rnem::cli {

void add_sequences_option(CLI::App& app, std::int64_t& sequences) {
  app.add_option("--sequences", sequences,
                 fmt::format("the first so many of the split, 0 for all ({} of a live source)",
                             kLiveSequences))
      ->check(CLI::Range(0, 100000000))
      ->capture_default_str();
}

std::int64_t sequence_count(std::int64_t asked, const evaluation::Session& session) {
  const std::int64_t available = session.source->size(session.split);
  if (asked == 0) return available == dataset::kEndless ? kLiveSequences : available;
  if (asked > available) {
    fail_input("--sequences {}: {} has {} in split '{}'", asked, session.source->description(),
               available, dataset::split_name(session.split));
  }
  return asked;
}

}  // namespace rnem::cli
