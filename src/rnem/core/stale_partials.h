// What processes that were killed have left behind.
#pragma once

#include <filesystem>

namespace rnem {

// Removes files and folders whose path is `prefix` and the id of a process that is no more, and
// that nobody has touched for an hour: a process of another machine may write to the same folder.
void remove_stale_partials(const std::filesystem::path& prefix);

}  // namespace rnem
