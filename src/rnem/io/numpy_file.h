// Arrays that NumPy saved: an .npy, or one of an .npz.
#pragma once

#include <filesystem>
#include <string>

#include "rnem/io/npy.h"

namespace rnem::io {

// `array` names one of an .npz; empty: the only one, or the only one with three axes or more.
// InputError when the file is neither, or leaves a choice.
NpyArray read_numpy(const std::filesystem::path& path, const std::string& array = "");

}  // namespace rnem::io
