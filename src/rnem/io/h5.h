// HDF5's C interface in small handles. Used by the files of this folder only.
//
// The library is not safe to call from two threads and prints its error stack on its own: every
// function here (and the destructor of a handle) holds one lock and keeps that printing off.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rnem::io::h5 {

// Hold one around direct calls of the C interface. A thread may hold several.
class Guard {
 public:
  Guard();

 private:
  std::unique_lock<std::recursive_mutex> lock_;
};

// What went wrong in the last call, from the innermost entry of HDF5's error stack.
std::string reason();

// Owns one identifier; closes it with the function of its kind.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept;
  Handle& operator=(Handle&& other) noexcept;
  ~Handle();

  hid_t get() const { return id_; }
  bool valid() const { return id_ >= 0; }
  bool close();  // false when buffered bytes could not be written

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

Handle open_file(const std::filesystem::path& path);    // to read; InputError
Handle create_file(const std::filesystem::path& path);  // Error when it cannot be made
Handle create_group(const Handle& parent, const std::string& name);

enum class ObjectKind { kNone, kGroup, kDataset, kOther };
ObjectKind kind_of(const Handle& parent, const std::string& name);
std::vector<std::string> names_in(const Handle& group);  // of its links, in alphabetical order
Handle open_group(const Handle& parent, const std::string& name);
Handle open_dataset(const Handle& parent, const std::string& name);

std::vector<std::int64_t> axes_of(const Handle& dataset);
std::vector<hsize_t> chunk_of(const Handle& dataset);  // empty when stored in one piece
std::int64_t stored_bytes(const Handle& dataset);      // in the file, after filters
std::string type_name(const Handle& dataset);          // "uint8", "float32", "bool", ...

void write_attribute(const Handle& object, const char* name, std::string_view text);
void write_attribute(const Handle& object, const char* name, std::uint64_t number);
void write_attribute(const Handle& object, const char* name, double number);
std::optional<std::string> text_attribute(const Handle& object, const char* name);
std::optional<std::uint64_t> count_attribute(const Handle& object, const char* name);
std::optional<double> number_attribute(const Handle& object, const char* name);

}  // namespace rnem::io::h5
