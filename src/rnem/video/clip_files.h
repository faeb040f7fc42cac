// Which pictures of a folder, a glob or a list of names make up which sequence.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rnem::video {

struct ClipFiles {
  std::string name;                          // the folder, or the film
  std::vector<std::filesystem::path> files;  // .png in the order of frames, or one .gif
};

// The PNGs of one folder are one sequence, and so is each GIF; folders of those are several. Names
// with * ? [ are matched. Everything is in the order of its names, where numbers count as numbers:
// 9.png, 10.png. InputError when there is nothing, or something else.
std::vector<ClipFiles> find_clips(const std::vector<std::string>& sources);

bool natural_less(std::string_view a, std::string_view b);

}  // namespace rnem::video
