#include "rnem/io/zip.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "rnem/core/error.h"

namespace rnem::io {
namespace {

// Little-endian numbers and text at places that may lie beyond the end.
class ZipBytes {
 public:
  ZipBytes(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  std::uint64_t number(std::uint64_t at, int width) const {
    const std::string_view raw = text(at, static_cast<std::uint64_t>(width));
    std::uint64_t value = 0;
    for (int i = 0; i < width; ++i) {
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(raw[i])) << 8 * i;
    }
    return value;
  }
  std::string_view text(std::uint64_t at, std::uint64_t length) const {
    if (at > bytes_.size() || length > bytes_.size() - at) damaged();
    return bytes_.substr(at, length);
  }
  std::uint64_t size() const { return bytes_.size(); }
  [[noreturn]] void damaged() const { fail_input("{}: damaged or truncated archive", name_); }

 private:
  std::string_view bytes_;
  const std::string& name_;
};

constexpr std::uint64_t kLocalSize = 30, kEntrySize = 46, kEndSize = 22, kLocatorSize = 20;
constexpr std::uint32_t kLocal = 0x04034b50, kEntry = 0x02014b50, kEnd = 0x06054b50,
                        kLocator = 0x07064b50, kBigEnd = 0x06064b50;
constexpr std::uint32_t kElsewhere = 0xffffffff;  // the number is in the extra field
constexpr std::uint64_t kMostMembers = 100'000;
constexpr std::uint64_t kMostDeflate = 1032;  // times smaller deflate can make anything

struct Directory {
  std::uint64_t entries = 0, offset = 0;
};

Directory find_directory(const ZipBytes& bytes) {
  // a comment of up to 64 KB may follow the end record
  constexpr std::uint64_t kComment = 0xffff;
  if (bytes.size() < kEndSize) bytes.damaged();
  const std::uint64_t last = bytes.size() - kEndSize;
  for (std::uint64_t back = 0; back <= std::min(last, kComment); ++back) {
    const std::uint64_t at = last - back;
    if (bytes.number(at, 4) != kEnd) continue;
    if (at >= kLocatorSize && bytes.number(at - kLocatorSize, 4) == kLocator) {
      const std::uint64_t big = bytes.number(at - kLocatorSize + 8, 8);
      if (bytes.number(big, 4) != kBigEnd) bytes.damaged();
      return {bytes.number(big + 32, 8), bytes.number(big + 48, 8)};
    }
    return {bytes.number(at + 10, 2), bytes.number(at + 16, 4)};
  }
  bytes.damaged();
}

// Numbers that do not fit into four bytes, in the order size, packed, offset.
void read_extra(const ZipBytes& bytes, std::uint64_t at, std::uint64_t length, ZipMember& member) {
  constexpr std::uint64_t kBigNumbers = 1;
  const std::uint64_t end = at + length;
  while (at + 4 <= end) {
    const std::uint64_t id = bytes.number(at, 2), size = bytes.number(at + 2, 2);
    at += 4;
    if (id == kBigNumbers) {
      for (std::uint64_t* place : {&member.size, &member.packed, &member.offset}) {
        if (*place != kElsewhere) continue;
        *place = bytes.number(at, 8);
        at += 8;
      }
      return;
    }
    at += size;
  }
}

std::string inflate_member(const ZipBytes& bytes, std::string_view packed, std::uint64_t size) {
  // the size is only claimed
  if (size / kMostDeflate > packed.size()) bytes.damaged();
  std::string raw(size, '\0');
  z_stream stream{};
  RNEM_CHECK(inflateInit2(&stream, -MAX_WBITS) == Z_OK, "zlib unpacks a raw stream");
  constexpr std::size_t kMostAtOnce = std::numeric_limits<uInt>::max();
  std::size_t read = 0, written = 0;
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + read));
    stream.avail_in = static_cast<uInt>(std::min(packed.size() - read, kMostAtOnce));
    stream.next_out = reinterpret_cast<Bytef*>(raw.data() + written);
    stream.avail_out = static_cast<uInt>(std::min(raw.size() - written, kMostAtOnce));
    const uInt in = stream.avail_in, out = stream.avail_out;
    status = inflate(&stream, Z_NO_FLUSH);
    read += in - stream.avail_in;
    written += out - stream.avail_out;
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END || written != raw.size()) bytes.damaged();
  return raw;
}

std::uint32_t checksum(std::string_view raw) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(raw.data()), raw.size()));
}

}  // namespace

std::vector<ZipMember> zip_members(std::string_view archive, const std::string& name) {
  const ZipBytes bytes(archive, name);
  const Directory directory = find_directory(bytes);
  if (directory.entries > kMostMembers) bytes.damaged();
  std::vector<ZipMember> members;
  std::uint64_t at = directory.offset;
  for (std::uint64_t i = 0; i < directory.entries; ++i) {
    if (bytes.number(at, 4) != kEntry) bytes.damaged();
    ZipMember member;
    member.method = static_cast<int>(bytes.number(at + 10, 2));
    member.crc = static_cast<std::uint32_t>(bytes.number(at + 16, 4));
    member.packed = bytes.number(at + 20, 4);
    member.size = bytes.number(at + 24, 4);
    member.offset = bytes.number(at + 42, 4);
    const std::uint64_t name_length = bytes.number(at + 28, 2), extra = bytes.number(at + 30, 2);
    member.name = bytes.text(at + kEntrySize, name_length);
    // names go into messages of one line
    const auto control = [](char c) { return static_cast<unsigned char>(c) < ' '; };
    if (std::any_of(member.name.begin(), member.name.end(), control)) bytes.damaged();
    read_extra(bytes, at + kEntrySize + name_length, extra, member);
    at += kEntrySize + name_length + extra + bytes.number(at + 32, 2);
    members.push_back(std::move(member));
  }
  return members;
}

std::string unzip(std::string_view archive, const ZipMember& member, const std::string& name) {
  const ZipBytes bytes(archive, name);
  if (bytes.number(member.offset, 4) != kLocal) bytes.damaged();
  const std::uint64_t begin = member.offset + kLocalSize + bytes.number(member.offset + 26, 2) +
                              bytes.number(member.offset + 28, 2);
  const std::string_view packed = bytes.text(begin, member.packed);
  constexpr int kStored = 0, kDeflated = 8;
  if (member.method != kStored && member.method != kDeflated) {
    fail_input("{}: {}: packed by method {}, expected stored or deflated", name, member.name,
               member.method);
  }
  std::string raw =
      member.method == kStored ? std::string(packed) : inflate_member(bytes, packed, member.size);
  if (checksum(raw) != member.crc) bytes.damaged();
  return raw;
}

}  // namespace rnem::io
