// Headers that promise more than there is: a clear line, and nothing is allocated on their word.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "error_of.h"
#include "rnem/core/atomic_file.h"
#include "rnem/io/npy.h"
#include "rnem/io/safetensors.h"
#include "temporary_folder.h"

namespace rnem::io {
namespace {

using rnem::testing::error_of;
using ::testing::HasSubstr;

class HostileHeader : public ::testing::Test {
 protected:
  // What is said about a safetensors file of this header and so many bytes of data.
  std::string told(const std::string& header, std::size_t data, std::uint64_t length = 0) const {
    if (length == 0) length = header.size();
    std::string bytes(sizeof(length), '\0');
    std::memcpy(bytes.data(), &length, sizeof(length));
    const auto path = folder_ / "f.safetensors";
    write_file(path, bytes + header + std::string(data, '\0'));
    return error_of([&] { read_safetensors(path); });
  }

  rnem::testing::TemporaryFolder folder_;
};

TEST_F(HostileHeader, OfTenTerabytes) {
  EXPECT_THAT(
      told(R"({"w":{"dtype":"F32","shape":[2500000000000],"data_offsets":[0,10000000000000]}})", 8),
      HasSubstr("tensor 'w': shape does not fit the file"));
  EXPECT_THAT(told("{}", 0, std::uint64_t{10} << 40), HasSubstr("its header does not fit"));
}

TEST_F(HostileHeader, WhoseProductOverflows) {
  EXPECT_THAT(
      told(R"({"w":{"dtype":"F32","shape":[4294967296,4294967296,4],"data_offsets":[0,8]}})", 8),
      HasSubstr("shape does not fit"));
  // an axis without length would hide it
  EXPECT_THAT(told(R"({"w":{"dtype":"F32","shape":[0,4611686018427387904,4611686018427387904],)"
                   R"("data_offsets":[0,0]}})",
                   8),
              HasSubstr("shape does not fit"));
}

TEST_F(HostileHeader, WhoseTensorsShareTheirBytes) {
  std::string header = "{";
  for (int i = 0; i < 100; ++i) {
    header += (i > 0 ? "," : "") + ("\"w" + std::to_string(i) + "\"") +
              R"(:{"dtype":"U8","shape":[1000],"data_offsets":[0,1000]})";
  }
  EXPECT_THAT(told(header + "}", 1000), HasSubstr("tensor 'w1': its bytes are another one's"));
}

TEST_F(HostileHeader, OfAnArrayOfTenTerabytes) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1000, 1000, 1250000)}\n";
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size());
  bytes += '\0';
  EXPECT_THAT(error_of([&] { NpyArray(bytes + header + "data", "f.npy"); }),
              HasSubstr("f.npy: truncated: its header promises 1250000000000 values"));
}

}  // namespace
}  // namespace rnem::io
