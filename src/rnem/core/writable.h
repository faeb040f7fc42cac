// Finds out before the work whether there is a place for its result.
#pragma once

#include <filesystem>

namespace rnem {

// InputError, which names the path, unless a file can be written there: its folder exists and takes
// files, and what has that name already is a regular file. An empty path is no output.
void check_writable(const std::filesystem::path& file);

// The same for a folder that is to hold files: it is there, or can be made. Makes nothing.
void check_folder(const std::filesystem::path& folder);

}  // namespace rnem
