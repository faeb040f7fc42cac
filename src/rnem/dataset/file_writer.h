// Writes a data file sequence by sequence, in order; packing can happen on other threads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "rnem/source.h"

namespace rnem::dataset {

// What a file was made from; kept in its attributes.
struct Origin {
  std::string name;   // preset or file name
  std::string world;  // the world's TOML; empty: not of a world, so without a seed
  std::uint64_t seed = 0;
};

// A sequence ready to be written: images deflated, everything else as its bytes.
struct PackedSequence {
  std::vector<std::vector<std::uint8_t>> parts;  // one for each entry of fields(), empty if absent
  std::uint8_t objects = 0;
};
PackedSequence pack(const worlds::Sequence& sequence);

// The same sequences give the same file, byte for byte. Errors name the path.
class FileWriter {
 public:
  FileWriter(std::filesystem::path path, const worlds::Shape& shape, int frames,
             const Origin& origin);
  ~FileWriter();

  // Splits one after the other; each gets exactly the number of sequences it announced. The first
  // sequence decides which datasets the split has.
  void begin_split(Split split, std::int64_t sequences);
  void append(const PackedSequence& sequence);
  void end_split();
  void close();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rnem::dataset
