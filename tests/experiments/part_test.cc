#include "rnem/experiments/part.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/kernels/parallel.h"
#include "temporary_folder.h"

namespace rnem::experiments {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// "a" makes a.txt; "b" is made from it.
class Parts : public ::testing::Test {
 protected:
  std::vector<Part> parts(const std::string& settings_of_a = "first") {
    const auto part = [this](const std::string& name, const std::string& settings) {
      Part p;
      p.name = name;
      p.about = "make " + name;
      p.settings = settings;
      p.makes = {name + ".txt"};
      p.work = [this, name] {
        done_.push_back(name);
        write_file(folder_ / (name + ".txt"), name);
        return nlohmann::ordered_json{{"answer", name}};
      };
      return p;
    };
    std::vector<Part> list = {part("a", settings_of_a), part("b", "same"), part("c", "same")};
    list[1].after = {"a"};
    return list;
  }

  // What a run does.
  std::vector<std::string> run(const std::vector<Part>& list) {
    done_.clear();
    EXPECT_EQ(run_parts(folder_.path(), list), static_cast<int>(done_.size()));
    return done_;
  }

  rnem::testing::TemporaryFolder folder_;
  std::vector<std::string> done_;
};

TEST_F(Parts, AreDoneOnce) {
  EXPECT_THAT(run(parts()), ElementsAre("a", "b", "c"));
  EXPECT_THAT(run(parts()), IsEmpty());
  EXPECT_EQ(read_record(folder_.path(), "b")["result"]["answer"], "b");
}

TEST_F(Parts, AreDoneAgainWhenWhatTheyMakeIsGone) {
  run(parts());
  std::filesystem::remove(folder_ / "c.txt");
  EXPECT_THAT(run(parts()), ElementsAre("c"));
}

TEST_F(Parts, OtherSettingsRedoAPartAndWhatIsMadeFromIt) {
  run(parts());
  EXPECT_THAT(run(parts("second")), ElementsAre("a", "b"));
}

TEST_F(Parts, DamagedRecordIsNoRecord) {
  run(parts());
  write_file(folder_.path() / "parts" / "c.json", "{\"part\": \"c\"");
  EXPECT_THAT(run(parts()), ElementsAre("c"));
}

TEST_F(Parts, FailureNamesThePartAndKeepsThoseBefore) {
  auto list = parts();
  list[1].work = []() -> nlohmann::ordered_json { fail_input("no luck"); };
  try {
    run_parts(folder_.path(), list);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("part 2 of 3 (b): no luck; the same command goes on"));
  }
  EXPECT_THAT(run(parts()), ElementsAre("b", "c"));
}

TEST_F(Parts, FailureOfAPartThatWasDoneBeforeLeavesNoRecord) {
  run(parts());
  auto list = parts("second");
  list[0].work = []() -> nlohmann::ordered_json { fail("disk full"); };
  EXPECT_THROW(run_parts(folder_.path(), list), Error);
  EXPECT_TRUE(read_record(folder_.path(), "a").is_null());
}

// Trainings that are done already do not prepare it for the evaluations that are left.
TEST_F(Parts, RunInAPreparedProcess) {
  const int threads = kernels::max_threads();
  kernels::set_threads(kernels::available_threads() + 1);
#if defined(__SSE2__)
  _mm_setcsr(_mm_getcsr() & ~0x8040U);  // denormal numbers are numbers
#endif
  auto list = parts();
  list[0].work = [] {
    volatile float smallest = std::numeric_limits<float>::min();
    return nlohmann::ordered_json{{"threads", kernels::max_threads()},
                                  {"half", static_cast<float>(smallest * 0.5F)}};
  };
  list[0].makes.clear();
  run_parts(folder_.path(), list);
  const auto result = read_record(folder_.path(), "a")["result"];
  EXPECT_EQ(result["threads"], kernels::available_threads());
#if defined(__SSE2__)
  EXPECT_EQ(result["half"], 0.0);
#endif
  kernels::set_threads(threads);
}

}  // namespace
}  // namespace rnem::experiments
