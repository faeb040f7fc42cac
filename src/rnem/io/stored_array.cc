#include "rnem/io/stored_array.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/io/deflate.h"

namespace rnem::io {
namespace {

// Values that are read at once: more are no window of a video but a header that promises too much.
constexpr double kMostValues = 1 << 30;

// One sequence a chunk, and nothing but deflate done to it.
bool one_packed_sequence_a_chunk(const h5::Handle& dataset, const std::vector<std::int64_t>& axes) {
  const auto chunk = h5::chunk_of(dataset);
  if (chunk.size() != axes.size() || chunk.size() < 2 || chunk[1] != 1) return false;
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    if (i != 1 && chunk[i] != static_cast<hsize_t>(axes[i])) return false;
  }
  const h5::Handle plan(H5Dget_create_plist(dataset.get()), H5Pclose);
  if (H5Pget_nfilters(plan.get()) != 1) return false;
  unsigned flags = 0;
  std::size_t parameters = 0;
  return H5Pget_filter2(plan.get(), 0, &flags, &parameters, nullptr, 0, nullptr, nullptr) ==
         H5Z_FILTER_DEFLATE;
}

// A plain reduction, because compilers make vector code of it and not of std::max_element.
int largest_byte(const std::vector<std::uint8_t>& values) {
  std::uint8_t largest = 0;
  for (const std::uint8_t value : values) largest = std::max(largest, value);
  return largest;
}

}  // namespace

StoredArray::StoredArray(std::string file, std::string name, h5::Handle dataset)
    : file_(std::move(file)), name_(std::move(name)), dataset_(std::move(dataset)) {
  const h5::Guard guard;
  type_ = h5::Handle(H5Dget_type(dataset_.get()), H5Tclose);
  axes_ = h5::axes_of(dataset_);
  class_ = H5Tget_class(type_.get());
  // h5py stores numpy's bool as an enumeration of one byte
  const bool boolean = class_ == H5T_ENUM && H5Tget_size(type_.get()) == 1;
  byte_type_ = boolean || H5Tequal(type_.get(), H5T_NATIVE_UINT8) > 0;
  if (!boolean && class_ != H5T_INTEGER && class_ != H5T_FLOAT) {
    fail_input("{}: {}: values of type '{}', but integers or floats were expected", file_, name_,
               h5::type_name(dataset_));
  }
  check_promise();
  packed_ = byte_type_ && one_packed_sequence_a_chunk(dataset_, axes_);
}

// A few bytes can describe sequences without end, and looking at them all would take as long.
void StoredArray::check_promise() const {
  constexpr double kMostPacked = 8 * 1032;  // values of one bit, and what deflate makes of them
  constexpr double kFew = 1 << 20;          // so many may be left unwritten
  double values = 1;
  for (const std::int64_t axis : axes_) values *= static_cast<double>(axis);
  const auto stored = h5::stored_bytes(dataset_);
  if (values > kFew + kMostPacked * static_cast<double>(stored)) {
    fail_input("{}: {}: its header promises {:.3g} values, {} bytes are stored", file_, name_,
               values, stored);
  }
}

void StoredArray::fail_at(std::int64_t sequence, const std::string& problem) const {
  fail_input("{}: {}: sequence {}: {}", file_, name_, sequence, problem);
}

void StoredArray::count_elements(std::int64_t sequence, Box& box) const {
  double values = 1;
  for (const hsize_t n : box.count) values *= static_cast<double>(n);
  if (values > kMostValues) {
    fail_at(sequence, fmt::format("{:.3g} values at once by its header, expected {:.3g} at most",
                                  values, kMostValues));
  }
  box.elements = static_cast<std::size_t>(values);
}

StoredArray::Box StoredArray::box(std::int64_t sequence, int first, int frames) const {
  Box box;
  box.start.assign(axes_.size(), 0);
  box.count.assign(axes_.begin(), axes_.end());
  box.start[0] = static_cast<hsize_t>(first);
  box.count[0] = static_cast<hsize_t>(frames);
  box.start[1] = static_cast<hsize_t>(sequence);
  box.count[1] = 1;
  count_elements(sequence, box);
  return box;
}

void StoredArray::read(std::int64_t sequence, const Box& box, hid_t type, void* out) const {
  const h5::Guard guard;
  const h5::Handle from(H5Dget_space(dataset_.get()), H5Sclose);
  H5Sselect_hyperslab(from.get(), H5S_SELECT_SET, box.start.data(), nullptr, box.count.data(),
                      nullptr);
  const auto total = static_cast<hsize_t>(box.elements);
  const h5::Handle to(H5Screate_simple(1, &total, nullptr), H5Sclose);
  if (H5Dread(dataset_.get(), type, to.get(), from.get(), H5P_DEFAULT, out) < 0) {
    fail_at(sequence, fmt::format("cannot be read: {}", h5::reason()));
  }
}

// Values of a wider type become bytes only when they are allowed: HDF5's own conversion would clip.
template <class T>
std::vector<std::uint8_t> StoredArray::whole_numbers(std::int64_t sequence, const Box& box,
                                                     hid_t type, const Allowed& allowed) const {
  std::vector<T> wide(box.elements);
  read(sequence, box, type, wide.data());
  std::vector<std::uint8_t> bytes(wide.size());
  for (std::size_t i = 0; i < wide.size(); ++i) {
    T value = wide[i];
    if constexpr (std::is_floating_point_v<T>) {
      if (allowed.shares && value <= T{1}) value = std::round(value * allowed.most);
      if (allowed.shares && wide[i] > T{1}) value = T{-1};
    }
    const bool inside = value >= T{0} && value <= static_cast<T>(allowed.most);
    bytes[i] = inside ? static_cast<std::uint8_t>(value) : 0;
    if (!inside || static_cast<T>(bytes[i]) != value) {
      fail_at(sequence, fmt::format("value {}, but {}", wide[i], allowed.rule));
    }
  }
  return bytes;
}

bool StoredArray::unpack(std::int64_t sequence, int first, int frames,
                         std::vector<std::uint8_t>& out) const {
  std::vector<std::uint8_t> packed;
  {
    const h5::Guard guard;
    std::vector<hsize_t> start(axes_.size(), 0);
    start[1] = static_cast<hsize_t>(sequence);
    hsize_t size = 0;
    // a chunk that was never written has no bytes; the long way knows its fill value
    if (H5Dget_chunk_storage_size(dataset_.get(), start.data(), &size) < 0 || size == 0) {
      return false;
    }
    packed.resize(size);
    std::uint32_t skipped_filters = 0;
    if (H5Dread_chunk(dataset_.get(), H5P_DEFAULT, start.data(), &skipped_filters, packed.data()) <
        0) {
      fail_at(sequence, fmt::format("cannot be read: {}", h5::reason()));
    }
    if (skipped_filters != 0) return false;
  }
  const std::size_t row = box(sequence, 0, 1).elements;
  // all frames, although a window needs fewer: the checksum is over all of them; deflate makes
  // nothing more than so many times smaller
  constexpr std::size_t kMostDeflate = 1032, kSlack = 64;
  if (packed.size() * kMostDeflate + kSlack < row * static_cast<std::size_t>(axes_[0])) {
    fail_at(sequence, "damaged: its header promises more than its bytes can hold");
  }
  out.resize(row * static_cast<std::size_t>(axes_[0]));
  if (!inflate_bytes(packed, out)) fail_at(sequence, "damaged: its bytes do not unpack");
  const auto begin = static_cast<std::ptrdiff_t>(row) * first;
  const auto end = static_cast<std::ptrdiff_t>(row) * (first + frames);
  out.erase(out.begin() + end, out.end());
  out.erase(out.begin(), out.begin() + begin);
  return true;
}

std::vector<std::uint8_t> StoredArray::bytes(std::int64_t sequence, int first, int frames,
                                             const Allowed& allowed) const {
  const Box where = box(sequence, first, frames);
  if (!byte_type_) {
    const h5::Guard guard;  // naming a type is a call of the library, too
    return class_ == H5T_FLOAT
               ? whole_numbers<double>(sequence, where, H5T_NATIVE_DOUBLE, allowed)
               : whole_numbers<std::int64_t>(sequence, where, H5T_NATIVE_INT64, allowed);
  }
  std::vector<std::uint8_t> values;
  if (!packed_ || !unpack(sequence, first, frames, values)) {
    values.resize(where.elements);
    read(sequence, where, type_.get(), values.data());
  }
  const int largest = largest_byte(values);
  if (largest > allowed.most) {
    fail_at(sequence, fmt::format("value {}, but {}", largest, allowed.rule));
  }
  return values;
}

std::vector<float> StoredArray::floats(std::int64_t sequence, int first, int frames) const {
  const h5::Guard guard;
  const Box where = box(sequence, first, frames);
  std::vector<float> values(where.elements);
  read(sequence, where, H5T_NATIVE_FLOAT, values.data());
  return values;
}

std::vector<float> StoredArray::row(std::int64_t sequence) const {
  const h5::Guard guard;
  Box where;
  where.start.assign(axes_.size(), 0);
  where.count.assign(axes_.begin(), axes_.end());
  where.start[0] = static_cast<hsize_t>(sequence);
  where.count[0] = 1;
  count_elements(sequence, where);
  std::vector<float> values(where.elements);
  read(sequence, where, H5T_NATIVE_FLOAT, values.data());
  return values;
}

}  // namespace rnem::io
