// What the unit compiled for AVX-512-bf16 defines: a function of its own instruction set that the
// linker took for another unit's would crash every other processor.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

#include "places.h"

namespace rnem {
namespace {

std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return text;
  std::array<char, 4096> buffer;
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) text += buffer.data();
  ::pclose(pipe);
  return text;
}

TEST(NativeUnit, SharesNoFunctionWithOtherUnits) {
  const std::string symbols =
      output_of("nm --defined-only -C '" + rnem::testing::base_library() + "' 2>/dev/null");
  if (symbols.empty()) GTEST_SKIP() << "nm is not installed";
  const auto begin = symbols.find("\nstrided_conv_native.cc.o:");
  ASSERT_NE(begin, std::string::npos);
  const std::string unit = symbols.substr(begin, symbols.find("\n\n", begin) - begin);
  EXPECT_NE(unit.find(" T rnem::kernels::native_pair_kernels()"), std::string::npos) << unit;
  // weak functions are the ones that units share
  EXPECT_EQ(unit.find(" W "), std::string::npos) << unit;
  EXPECT_NE(symbols.find(" W "), std::string::npos) << "other units have some";
}

}  // namespace
}  // namespace rnem
