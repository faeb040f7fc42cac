// NumPy's .npy format: one array, of any axes, type and order, as numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace rnem::io {

class NpyArray {
 public:
  // The bytes of a file, versions 1 to 3. Booleans, integers and floats of up to 8 bytes, either
  // byte order, C or Fortran order. InputError "name: ..." for anything else; nothing is allocated
  // on the word of a header.
  NpyArray(std::string bytes, std::string name);

  const std::string& name() const { return name_; }
  const std::string& type() const { return type_; }  // "uint8", "float32", "bool"
  const std::vector<std::int64_t>& axes() const { return axes_; }
  std::int64_t size() const { return size_; }  // elements

  // From one element to its neighbour along the axis, counted in stored elements.
  std::int64_t stride(std::size_t axis) const;

  // The stored elements first, first + step, first + 2 step, ...
  void read(std::int64_t first, std::int64_t step, std::span<double> out) const;

 private:
  void parse_header(std::string_view header);
  void set_type(std::string_view descr);
  [[noreturn]] void fail_header(const char* expected) const;

  std::string bytes_, name_, type_;
  std::size_t data_ = 0;  // where the elements begin
  std::vector<std::int64_t> axes_;
  std::int64_t size_ = 1;
  bool fortran_ = false, swapped_ = false;
  char kind_ = 0;  // b, i, u or f
  int width_ = 0;  // bytes of an element
};

}  // namespace rnem::io
