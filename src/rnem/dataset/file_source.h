// Sequences of an HDF5 file in the layout of layout.h.
#pragma once

#include <memory>
#include <string>

#include "rnem/source.h"

namespace rnem::dataset {

// Checks everything but the values, which are checked as they are read. InputError, one line, for
// a file that is damaged, not HDF5, or laid out otherwise.
std::unique_ptr<Source> open_file_source(const std::string& path);

}  // namespace rnem::dataset
