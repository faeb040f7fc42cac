// The files of a part that travel when another rank does it, in a folder that is the part's alone.
//
// There it finds what it reads, the records that it is compared with and, if it was begun before,
// its run. Everything that it leaves goes back.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "rnem/experiments/part.h"

namespace rnem::experiments {

// Relative to `folder`; what is not there is left out.
std::vector<std::string> files_to_lend(const std::filesystem::path& folder, const Part& part);
std::vector<std::string> files_to_return(const std::filesystem::path& folder, const Part& part);

// Writes one that came. InputError when its name leads out of the folder.
void store_file(const std::filesystem::path& folder, const std::string& file,
                std::string_view bytes);

// Whether the file is of the part's run, or of one that it moved aside.
bool is_of_run(const Part& part, const std::string& file);
// Leaves nothing but these, with which the part can go on.
void clear_for(const std::filesystem::path& folder, const Part& part);

// Moves what came back to the reproduction's folder, the record last: a kill in between leaves a
// part that is not done. A run that the part moved aside stays aside.
void take_over(const std::filesystem::path& from, const std::filesystem::path& folder,
               const Part& part);

}  // namespace rnem::experiments
