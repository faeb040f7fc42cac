// Plain HDF5 output of named float arrays whose second axis grows sequence by sequence.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rnem/core/atomic_file.h"
#include "rnem/io/h5.h"

namespace rnem::io {

class ArrayFile {
 public:
  explicit ArrayFile(const std::filesystem::path& path);

  // axes[1] is the number of sequences N; stored as compressed float32.
  void add(const std::string& name, const std::vector<std::int64_t>& axes);

  // Values for sequences first .. first + count - 1 (axis 1) at position `row` of axis 0,
  // row-major [count, axes[2], ...].
  void write(const std::string& name, std::int64_t row, std::int64_t first, std::int64_t count,
             const float* values);

  void attribute(const char* name, std::string_view text);
  void attribute(const char* name, std::uint64_t number);
  void attribute(const char* name, double number);
  void commit();

 private:
  AtomicFile target_;
  h5::Handle file_;
  std::map<std::string, h5::Handle> arrays_;
};

}  // namespace rnem::io
