#include "rnem/io/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "rnem/core/error.h"

namespace rnem::io {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMostHeader = 1 << 16;  // NumPy itself writes a few hundred bytes
constexpr std::size_t kMostAxes = 32;         // as NumPy has

// The Python literals of a header: a dictionary of strings, booleans and a tuple of numbers.
class HeaderReader {
 public:
  explicit HeaderReader(std::string_view text) : text_(text) {}

  bool take(char c) {
    skip_spaces();
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool take(std::string_view word) {
    skip_spaces();
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  std::optional<std::string_view> quoted() {
    skip_spaces();
    if (text_.empty() || (text_.front() != '\'' && text_.front() != '"')) return std::nullopt;
    const auto end = text_.find(text_.front(), 1);
    if (end == std::string_view::npos) return std::nullopt;
    const auto inside = text_.substr(1, end - 1);
    text_.remove_prefix(end + 1);
    return inside;
  }
  std::optional<std::int64_t> number() {
    skip_spaces();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc()) return std::nullopt;
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    take('L');  // Python 2
    return value;
  }
  // "(3, 4)", "(3,)" or "()"
  std::optional<std::vector<std::int64_t>> tuple() {
    std::vector<std::int64_t> values;
    if (!take('(')) return std::nullopt;
    while (!take(')')) {
      const auto value = number();
      if (!value || *value < 0 || values.size() == kMostAxes) return std::nullopt;
      values.push_back(*value);
      if (!take(',') && !(text_.starts_with(')'))) return std::nullopt;
    }
    return values;
  }

 private:
  void skip_spaces() {
    text_.remove_prefix(std::min(text_.find_first_not_of(" \t\n"), text_.size()));
  }
  std::string_view text_;
};

// IEEE's 16 bits: sign, 5 of exponent, 10 of mantissa.
struct Half {
  std::uint16_t bits = 0;

  explicit operator double() const {
    constexpr int kMantissa = 10, kBias = 15, kSpecial = 31;
    const int exponent = (bits >> kMantissa) & kSpecial;
    const int mantissa = bits & ((1 << kMantissa) - 1);
    double size = 0;
    if (exponent == kSpecial) {
      size = mantissa == 0 ? std::numeric_limits<double>::infinity()
                           : std::numeric_limits<double>::quiet_NaN();
    } else if (exponent == 0) {
      size = std::ldexp(mantissa, 1 - kBias - kMantissa);
    } else {
      size = std::ldexp(mantissa + (1 << kMantissa), exponent - kBias - kMantissa);
    }
    return (bits >> kSignBit) != 0 ? -size : size;
  }
  static constexpr int kSignBit = 15;
};

template <class T>
void read_as(const char* data, std::int64_t step, bool swapped, std::span<double> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, data + static_cast<std::int64_t>(i) * step, sizeof(T));
    if (swapped) std::reverse(bytes, bytes + sizeof(T));
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    out[i] = static_cast<double>(value);
  }
}

}  // namespace

void NpyArray::fail_header(const char* expected) const {
  fail_input("{}: not a NumPy array: expected {} in its header", name_, expected);
}

NpyArray::NpyArray(std::string bytes, std::string name)
    : bytes_(std::move(bytes)), name_(std::move(name)) {
  constexpr std::size_t kPrefix = 8;  // magic and version
  if (!bytes_.starts_with(kMagic) || bytes_.size() < kPrefix) {
    fail_input("{}: not a NumPy array (.npy)", name_);
  }
  const int version = static_cast<unsigned char>(bytes_[kMagic.size()]);
  if (version < 1 || version > 3) {
    fail_input("{}: NumPy format version {}, expected 1, 2 or 3", name_, version);
  }
  const std::size_t counter = version == 1 ? 2 : 4;
  data_ = kPrefix + counter;
  std::size_t length = 0;
  if (bytes_.size() >= data_) {
    for (std::size_t i = 0; i < counter; ++i) {
      length |= static_cast<std::size_t>(static_cast<unsigned char>(bytes_[kPrefix + i])) << 8 * i;
    }
  }
  if (bytes_.size() < data_ || length > bytes_.size() - data_) {
    fail_input("{}: truncated: ends within its header", name_);
  }
  if (length > kMostHeader) fail_header("less than 64 KB");
  parse_header(std::string_view(bytes_).substr(data_, length));
  data_ += length;
  for (const std::int64_t axis : axes_) {
    // an axis of no length counts as well: there is nothing to look at
    if (axis == 0 || size_ > std::numeric_limits<std::int64_t>::max() / axis) {
      fail_header("a shape with elements");
    }
    size_ *= axis;
  }
  const auto there = static_cast<std::int64_t>(bytes_.size() - data_);
  if (size_ > there / width_) {
    fail_input("{}: truncated: its header promises {} values of {} bytes, {} bytes are there",
               name_, size_, width_, there);
  }
}

void NpyArray::parse_header(std::string_view header) {
  HeaderReader reader(header);
  bool type = false, order = false, shape = false;
  if (!reader.take('{')) fail_header("a dictionary");
  while (!reader.take('}')) {
    const auto key = reader.quoted();
    if (!key || !reader.take(':')) fail_header("a dictionary");
    if (*key == "descr") {
      const auto descr = reader.quoted();
      if (!descr) fail_header("one simple type, not a record,");
      set_type(*descr);
      type = true;
    } else if (*key == "fortran_order") {
      fortran_ = reader.take("True");
      if (!fortran_ && !reader.take("False")) fail_header("fortran_order True or False");
      order = true;
    } else if (*key == "shape") {
      auto axes = reader.tuple();
      if (!axes) fail_header("a shape like (10, 28, 28)");
      axes_ = std::move(*axes);
      shape = true;
    } else {
      fail_header("the keys descr, fortran_order and shape");
    }
    reader.take(',');
  }
  if (!type || !order || !shape) fail_header("the keys descr, fortran_order and shape");
}

// "<f4": byte order, kind, bytes
void NpyArray::set_type(std::string_view descr) {
  const bool complete =
      descr.size() == 3 && std::string_view("<>|=").find(descr[0]) != std::string_view::npos;
  if (complete) {
    kind_ = descr[1];
    width_ = descr[2] - '0';
    const char other = std::endian::native == std::endian::little ? '>' : '<';
    swapped_ = descr[0] == other;
  }
  const bool power = width_ == 1 || width_ == 2 || width_ == 4 || width_ == 8;
  const bool known = complete && power &&
                     (kind_ == 'i' || kind_ == 'u' || (kind_ == 'b' && width_ == 1) ||
                      (kind_ == 'f' && width_ > 1));
  if (!known) fail_header("booleans, integers or floats of up to 8 bytes");
  const char* word = kind_ == 'i' ? "int" : kind_ == 'u' ? "uint" : "float";
  type_ = kind_ == 'b' ? "bool" : fmt::format("{}{}", word, 8 * width_);
}

std::int64_t NpyArray::stride(std::size_t axis) const {
  RNEM_CHECK(axis < axes_.size(), "an axis of the array");
  std::int64_t stride = 1;
  // C order: the last axis varies fastest; Fortran order: the first
  if (fortran_) {
    for (std::size_t i = 0; i < axis; ++i) stride *= axes_[i];
  } else {
    for (std::size_t i = axis + 1; i < axes_.size(); ++i) stride *= axes_[i];
  }
  return stride;
}

void NpyArray::read(std::int64_t first, std::int64_t step, std::span<double> out) const {
  if (out.empty()) return;
  const std::int64_t last = first + step * static_cast<std::int64_t>(out.size() - 1);
  RNEM_CHECK(first >= 0 && step >= 0 && last < size_, "elements of the array");
  const char* data = bytes_.data() + data_ + first * width_;
  const std::int64_t distance = step * width_;
  const auto as = [&]<class T>(T) { read_as<T>(data, distance, swapped_, out); };
  switch (kind_) {
    case 'b':
    case 'u':
      if (width_ == 1) return as(std::uint8_t{});
      if (width_ == 2) return as(std::uint16_t{});
      if (width_ == 4) return as(std::uint32_t{});
      return as(std::uint64_t{});
    case 'i':
      if (width_ == 1) return as(std::int8_t{});
      if (width_ == 2) return as(std::int16_t{});
      if (width_ == 4) return as(std::int32_t{});
      return as(std::int64_t{});
    default:
      if (width_ == 2) return as(Half{});
      if (width_ == 4) return as(float{});
      return as(double{});
  }
}

}  // namespace rnem::io
