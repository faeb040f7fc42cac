// What a data file says about itself, without looking at its sequences.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rnem/source.h"

namespace rnem::dataset {

struct ArrayDescription {
  std::string name;                 // "features"
  std::string type;                 // "uint8"
  std::vector<std::int64_t> axes;   // (T, N, ...)
  std::vector<std::int64_t> chunk;  // empty when stored in one piece
  std::int64_t stored_bytes = 0;    // after packing
};

struct SplitDescription {
  Split split;
  std::vector<ArrayDescription> arrays;  // those of the layout, in its order
};

struct FileDescription {
  std::int64_t bytes = 0;
  std::vector<SplitDescription> splits;
  // what the file was made from; absent in files of others
  std::optional<std::string> rnem_version, world_name, world;
  std::optional<std::uint64_t> seed;
};

std::string format_bytes(std::int64_t bytes);  // "3.2 KB", "1.24 GB"

FileDescription describe_file(const std::string& path);  // InputError like open_source()

}  // namespace rnem::dataset
