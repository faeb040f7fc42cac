// How many sequences of a split a command looks at.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

#include "rnem/evaluation/session.h"

namespace rnem::cli {

inline constexpr std::int64_t kLiveSequences = 1000;  // a live source has no end

// --sequences N, 0 for all of a file
void add_sequences_option(CLI::App& app, std::int64_t& sequences);

// InputError when the split has fewer than asked for.
std::int64_t sequence_count(std::int64_t asked, const evaluation::Session& session);

}  // namespace rnem::cli
