#include "rnem/core/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"

namespace rnem {
namespace {

using rnem::testing::error_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Settings {
  bool on = false;
  std::int64_t count = 3;
  double rate = 0.5;
  std::string name = "a";
  std::vector<std::int64_t> sizes = {1, 2};
  std::vector<double> weights = {};
  std::vector<std::string> words = {"x"};

  OptionTable table() {
    return {{"on", &on, "a switch"},
            {"part.count", &count, "how many", 1, 10},
            {"part.rate", &rate, "how fast", 0, 1},
            one_of("part.name", &name, "which", {"alpha", "beta", "a"}),
            Option{"sizes", &sizes, "sizes", 0, 9}.formerly("old.lengths").formerly("dimensions"),
            {"weights", &weights, "weights"},
            Option{"words", &words, "words"}.formerly_joined_by('+')};
  }
};

TEST(Options, ReadTomlSetsWhatIsNamedAndKeepsTheRest) {
  Settings s;
  read_toml("on = true\nsizes = [4, 5]\n[part]\nrate = 1\nname = \"beta\"", "f.toml", s.table());
  EXPECT_TRUE(s.on);
  EXPECT_EQ(s.count, 3);
  EXPECT_EQ(s.rate, 1.0);
  EXPECT_EQ(s.name, "beta");
  EXPECT_THAT(s.sizes, ElementsAre(4, 5));
}

TEST(Options, WriteTomlReadsBackToTheSameValues) {
  Settings s, t;
  s.rate = 0.1 + 0.2;
  s.words = {"quote \" and \\", ""};
  s.weights = {1e-12, 3};
  for (const bool help : {false, true}) {
    t = {};
    read_toml(write_toml(s.table(), help), "f", t.table());
    EXPECT_EQ(t.rate, s.rate);
    EXPECT_EQ(t.words, s.words);
    EXPECT_EQ(t.weights, s.weights);
  }
}

TEST(Options, ErrorsNameSourceKeyAndExpectation) {
  Settings s;
  const auto read = [&](const char* text) {
    return error_of([&] { read_toml(text, "f.toml", s.table()); });
  };
  EXPECT_EQ(read("onn = true"), "f.toml: unknown key 'onn' (did you mean 'on'?)");
  EXPECT_EQ(read("[part]\ncuont = 3"),
            "f.toml: unknown key 'part.cuont' (did you mean 'part.count'?)");
  EXPECT_EQ(read("[part]\ncount = 11"),
            "f.toml: part.count: expected a number from 1 to 10, got 11");
  EXPECT_EQ(read("[part]\ncount = 1.5"), "f.toml: part.count: expected a whole number");
  EXPECT_EQ(read("[part]\nrate = nan"),
            "f.toml: part.rate: expected a number from 0 to 1, got nan");
  EXPECT_EQ(read("on = 1"), "f.toml: on: expected true or false");
  EXPECT_THAT(read("[part]\nname = \"alpa\""), HasSubstr("did you mean 'alpha'?"));
  EXPECT_EQ(read("sizes = 4"), "f.toml: sizes: expected a list in [ ]");
  EXPECT_THAT(read("sizes = [4, 10]"), HasSubstr("sizes: expected a number from 0 to 9"));
  EXPECT_THAT(read("on = = 2"), HasSubstr("f.toml: line 1"));
}

TEST(Options, SetOptionTakesTomlValuesAndBareWords) {
  Settings s;
  set_option("part.name=beta", s.table());
  set_option("part.rate=0.25", s.table());
  set_option("words=[\"p\", \"q\"]", s.table());
  EXPECT_EQ(s.name, "beta");
  EXPECT_EQ(s.rate, 0.25);
  EXPECT_THAT(s.words, ElementsAre("p", "q"));
  EXPECT_THAT(error_of([&] { set_option("part.rate", s.table()); }), HasSubstr("key=value"));
  EXPECT_THAT(error_of([&] { set_option("rate=1", s.table()); }), HasSubstr("unknown key 'rate'"));
}

// What reading said, line by line.
class Notes {
 public:
  NoteSink sink() {
    return [this](const std::string& line) { lines.push_back(line); };
  }
  std::vector<std::string> lines;
};

TEST(Options, FormerNamesAreReadWithANote) {
  for (const char* text : {"dimensions = [7]", "[old]\nlengths = [7]"}) {
    Settings s;
    Notes notes;
    read_toml(text, "f.toml", s.table(), notes.sink());
    EXPECT_THAT(s.sizes, ElementsAre(7));
    ASSERT_EQ(notes.lines.size(), 1u);
    EXPECT_THAT(notes.lines[0], HasSubstr("is now called sizes"));
  }
  Settings s;
  Notes notes;
  set_option("old.lengths=[8]", s.table(), notes.sink());
  EXPECT_THAT(s.sizes, ElementsAre(8));
  EXPECT_THAT(notes.lines, ElementsAre("--set: old.lengths is now called sizes"));
}

TEST(Options, TodaysNamesAreReadWithoutANote) {
  Settings s;
  Notes notes;
  read_toml("sizes = [7]\nwords = [\"p\"]", "f.toml", s.table(), notes.sink());
  set_option("words=[\"p\"]", s.table(), notes.sink());
  EXPECT_TRUE(notes.lines.empty());
}

TEST(Options, FormerNamesHaveTheSameErrors) {
  Settings s;
  const auto read = [&](const char* text) {
    return error_of([&] { read_toml(text, "f.toml", s.table()); });
  };
  EXPECT_THAT(read("dimensions = [10]"), HasSubstr("f.toml: sizes: expected a number from 0 to 9"));
  EXPECT_EQ(read("sizes = [1]\ndimensions = [2]"),
            "f.toml: sizes: expected once, it is given by its former name as well");
  EXPECT_EQ(read("dimension = [2]"), "f.toml: unknown key 'dimension' (did you mean 'sizes'?)");
}

TEST(Options, AListThatWasOneStringIsReadWithANote) {
  Settings s;
  Notes notes;
  read_toml("words = \"p+q\"", "f.toml", s.table(), notes.sink());
  EXPECT_THAT(s.words, ElementsAre("p", "q"));
  for (const char* assignment : {"words=r+s", "words=\"r+s\""}) {
    set_option(assignment, s.table(), notes.sink());
    EXPECT_THAT(s.words, ElementsAre("r", "s"));
  }
  EXPECT_THAT(notes.lines, ElementsAre("f.toml: words is now a list: [\"p\", \"q\"]",
                                       "--set: words is now a list: [\"r\", \"s\"]",
                                       "--set: words is now a list: [\"r\", \"s\"]"));
}

TEST(Options, AnUnknownKeyLeadsToItsNamesake) {
  std::int64_t k = 0, a = 0, b = 0;
  double rate = 0;
  const OptionTable table = {
      {"em.k", &k, "components"},
      {"training.steps", &a, "steps"},
      {"loss.steps", &b, "steps"},
      Option{"training.rate", &rate, "rate", 0, 10}.called_elsewhere({"lr", "learning_rate"})};
  const auto complaint = [&](const char* assignment) {
    return error_of([&] { set_option(assignment, table); });
  };
  EXPECT_EQ(complaint("k=6"), "--set: unknown key 'k' (did you mean 'em.k'?)");
  EXPECT_EQ(complaint("training.lr=1"),
            "--set: unknown key 'training.lr' (did you mean 'training.rate'?)");
  EXPECT_EQ(complaint("steps=1"),
            "--set: unknown key 'steps' (did you mean 'training.steps' or 'loss.steps'?)");
  EXPECT_EQ(complaint("training.rate=abc"),
            "--set: training.rate: expected a number from 0 to 10, got abc");
}

}  // namespace
}  // namespace rnem
