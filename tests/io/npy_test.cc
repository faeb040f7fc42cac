// NumPy's files come in as NumPy wrote them; damaged ones are one line and no crash.
#include "rnem/io/npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "error_of.h"
#include "places.h"
#include "process.h"
#include "rnem/core/atomic_file.h"
#include "rnem/io/numpy_file.h"
#include "rnem/rng.h"
#include "temporary_folder.h"

namespace rnem::io {
namespace {

using rnem::testing::error_of;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// The elements in C order, whatever the order they are stored in.
std::vector<double> elements_of(const NpyArray& array) {
  std::vector<double> values;
  const auto& axes = array.axes();
  for (std::int64_t i = 0; i < axes[0]; ++i) {
    for (std::int64_t j = 0; j < axes[1]; ++j) {
      std::vector<double> row(static_cast<std::size_t>(axes[2]));
      array.read(i * array.stride(0) + j * array.stride(1), array.stride(2), row);
      values.insert(values.end(), row.begin(), row.end());
    }
  }
  return values;
}

class NumPyFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    // Debian's, for which NumPy is installed
    const auto outcome = rnem::testing::run_process(
        {"/usr/bin/python3", rnem::testing::in_source("tests/io/write_numpy.py"),
         folder_.path().string()},
        folder_.path());
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const std::string bytes = read_file(folder_ / "values.bin");
    values_.resize(bytes.size() / sizeof(double));
    std::memcpy(values_.data(), bytes.data(), bytes.size());
  }
  std::string complaint(const std::string& name, const std::string& array = "") const {
    return error_of([&] { read_numpy(folder_ / name, array); });
  }

  rnem::testing::TemporaryFolder folder_;
  std::vector<double> values_;
};

TEST_F(NumPyFiles, EveryTypeOrderAndVersionReadsTheSame) {
  int files = 0;
  for (const std::string& name : folder_.names()) {
    if (!name.starts_with("C_") && !name.starts_with("F_")) continue;
    EXPECT_EQ(elements_of(read_numpy(folder_ / name)), values_) << name;
    ++files;
  }
  EXPECT_EQ(files, 32);
  const NpyArray flags = read_numpy(folder_ / "bool.npy");
  EXPECT_EQ(flags.type(), "bool");
  const auto seen = elements_of(flags);
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], values_[i] > 0 ? 1 : 0);
}

TEST_F(NumPyFiles, ArchivesGiveTheArrayThatIsMeant) {
  for (const char* name : {"stored.npz", "deflated.npz"}) {
    EXPECT_EQ(elements_of(read_numpy(folder_ / name)), values_) << "the one with pictures' axes";
    EXPECT_EQ(read_numpy(folder_ / name, "labels").axes(), std::vector<std::int64_t>{3});
    EXPECT_THAT(complaint(name, "frame"), HasSubstr("did you mean 'frames'?"));
  }
  EXPECT_THAT(complaint("two.npz"), HasSubstr("arrays first, second: choose one with --array"));
  EXPECT_EQ(elements_of(read_numpy(folder_ / "two.npz", "second")), values_);
}

TEST_F(NumPyFiles, OtherTypesAreRefusedByName) {
  EXPECT_THAT(complaint("complex.npy"), HasSubstr("complex.npy: not a NumPy array: expected bool"));
  EXPECT_THAT(complaint("words.npy"), HasSubstr("words.npy: not a NumPy array: expected bool"));
  EXPECT_THAT(complaint("record.npy"), HasSubstr("record.npy: not a NumPy array: expected one"));
}

TEST_F(NumPyFiles, EveryTruncationIsOneLine) {
  for (const char* name : {"C_u1.npy", "stored.npz", "deflated.npz"}) {
    const std::string whole = read_file(folder_ / name);
    for (std::size_t size = 0; size < whole.size(); size += 1 + size / 15) {
      write_file(folder_ / "cut", whole.substr(0, size));
      EXPECT_THAT(complaint("cut"),
                  AllOf(HasSubstr("cut: "), Not(HasSubstr("\n")), Not(HasSubstr("no error"))))
          << name << " cut to " << size;
    }
  }
}

TEST_F(NumPyFiles, FlippedBitsAreToldOrHarmless) {
  Rng rng(1, "flips");
  int told = 0;
  for (const char* name : {"F_little_f8.npy", "deflated.npz"}) {
    const std::string whole = read_file(folder_ / name);
    for (int i = 0; i < 80; ++i) {
      std::string damaged = whole;
      damaged[rng.below(whole.size())] ^= static_cast<char>(1 << rng.below(8));
      write_file(folder_ / "flipped", damaged);
      const std::string text = complaint("flipped");
      EXPECT_THAT(text, Not(HasSubstr("\n")));
      told += text != "no error" ? 1 : 0;
    }
  }
  EXPECT_GT(told, 30);
}

std::string with_header(const std::string& header) {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  return bytes + header + "12345678";
}

TEST(NpyHeader, HostileOnesAreOneLineAndNoHugeAllocation) {
  const auto said = [](const std::string& bytes) {
    return error_of([&] { NpyArray(bytes, "a.npy"); });
  };
  const auto shaped = [](const std::string& shape) {
    return with_header("{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }\n");
  };
  EXPECT_EQ(said(shaped("(1,)")), "no error");
  EXPECT_EQ(said(shaped("()")), "no error");
  EXPECT_THAT(said(shaped("(2,)")), HasSubstr("truncated: its header promises 2 values"));
  EXPECT_THAT(said(shaped("(1000000000000,)")), HasSubstr("truncated"));
  EXPECT_THAT(said(shaped("(4294967296, 4294967296, 16)")), HasSubstr("a shape with elements"));
  EXPECT_THAT(said(shaped("(0, 9)")), HasSubstr("a shape with elements"));
  EXPECT_THAT(said(shaped("(99999999999999999999,)")), HasSubstr("a shape like"));
  EXPECT_THAT(said(shaped("(-1,)")), HasSubstr("a shape like"));
  EXPECT_THAT(said(shaped("(1")), HasSubstr("a shape like"));
  EXPECT_THAT(said(with_header("{")), HasSubstr("a dictionary"));
  EXPECT_THAT(said(with_header("{'descr': '<f8'}")), HasSubstr("the keys descr"));
  EXPECT_THAT(said(std::string("\x93NUMPY\x09\x00", 8)), HasSubstr("version 9"));
  EXPECT_THAT(said(std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12)), HasSubstr("truncated"));
  EXPECT_THAT(said("hello"), HasSubstr("a.npy: not a NumPy array"));
  EXPECT_THAT(said(""), HasSubstr("a.npy: not a NumPy array"));
}

}  // namespace
}  // namespace rnem::io
