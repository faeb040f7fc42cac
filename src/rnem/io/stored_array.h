// One dataset of a file, read a sequence at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rnem/io/h5.h"

namespace rnem::io {

// The values a dataset may hold, and the words for a value that is none of them.
struct Allowed {
  int most;             // whole numbers 0 .. most
  const char* rule;     // "pixels are 0 or 1"
  bool shares = false;  // floats are not whole numbers but shares of `most`, 0 .. 1
};

// Any integer or float type, any chunking and filters HDF5 can read. Files of our own writer
// (bytes, one sequence a chunk, deflate) take a short cut: the lock is held only to fetch packed
// bytes.
class StoredArray {
 public:
  // `name` is "training/features". InputError when the type is neither integer, float nor bool.
  StoredArray(std::string file, std::string name, h5::Handle dataset);

  const std::vector<std::int64_t>& axes() const { return axes_; }
  const std::string& name() const { return name_; }

  // Axes (T,N,...): frames first .. first + frames - 1 of one sequence.
  std::vector<std::uint8_t> bytes(std::int64_t sequence, int first, int frames,
                                  const Allowed& allowed) const;
  std::vector<float> floats(std::int64_t sequence, int first, int frames) const;

  // Axes (N,...): the row of one sequence.
  std::vector<float> row(std::int64_t sequence) const;

  // Throws InputError "file: dataset: sequence n: <problem>".
  [[noreturn]] void fail_at(std::int64_t sequence, const std::string& problem) const;

 private:
  struct Box {  // what to read
    std::vector<hsize_t> start, count;
    std::size_t elements = 1;
  };
  void check_promise() const;
  Box box(std::int64_t sequence, int first, int frames) const;
  void count_elements(std::int64_t sequence, Box& box) const;  // InputError when too many
  void read(std::int64_t sequence, const Box& box, hid_t type, void* out) const;
  template <class T>
  std::vector<std::uint8_t> whole_numbers(std::int64_t sequence, const Box& box, hid_t type,
                                          const Allowed& allowed) const;
  bool unpack(std::int64_t sequence, int first, int frames, std::vector<std::uint8_t>& out) const;

  std::string file_, name_;
  h5::Handle dataset_, type_;
  std::vector<std::int64_t> axes_;
  H5T_class_t class_ = H5T_NO_CLASS;
  bool byte_type_ = false;  // stored as uint8 or bool: no conversion
  bool packed_ = false;     // stored as our own writer does
};

}  // namespace rnem::io
