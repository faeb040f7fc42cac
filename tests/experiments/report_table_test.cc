#include "rnem/experiments/report_table.h"

#include <gtest/gtest.h>

#include "rnem/experiments/base64.h"

namespace rnem::experiments {
namespace {

TEST(Base64, EncodesTheVectorsOfItsStandard) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

TEST(ReportTable, IsHtmlAndMarkdown) {
  const ReportTable table{{"method", "a < b"}, {{"R-NEM", "1 | 2"}}};
  EXPECT_NE(table.html().find("<th>a &lt; b</th>"), std::string::npos);
  EXPECT_NE(table.html().find("<tr><td>R-NEM</td><td>1 | 2</td></tr>"), std::string::npos);
  EXPECT_EQ(table.markdown(), "| method | a < b |\n|---|---|\n| R-NEM | 1 \\| 2 |\n");
}

}  // namespace
}  // namespace rnem::experiments
