#include "rnem/experiments/html_table.h"

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

TEST(HtmlTable, EscapesAndShowsDashesForMissingNumbers) {
  EXPECT_EQ(escaped("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
  EXPECT_EQ(number_cell(nlohmann::ordered_json(), 2), "–");
  EXPECT_EQ(number_cell(46.2249, 2), "46.22");
  EXPECT_EQ(HtmlTable({"", ""}).html().find("<th>"), std::string::npos);
}

}  // namespace
}  // namespace rnem::experiments
