#include "rnem/experiments/part.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "observers.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/experiments/run_parts.h"
#include "rnem/machine/parallel.h"
#include "runtimes.h"
#include "temporary_folder.h"

namespace rnem::experiments {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

// "a" makes a.txt and lends a.model; "b" and "c" are made from it and read a.model; "d" stands
// alone.
class Parts : public ::testing::Test {
 protected:
  std::vector<Part> parts(const std::string& settings_of_a = "first") {
    const auto part = [this](const std::string& name, const std::string& settings) {
      Part p;
      p.name = name;
      p.about = "make " + name;
      p.settings = settings;
      p.makes = {name + ".txt"};
      p.perform = [this, name](const Runtime&, Observer&) {
        done_.push_back(name);
        write_file(folder_ / (name + ".txt"), name);
        if (name == "a") write_file(folder_ / "a.model", name);
        return nlohmann::ordered_json{{"answer", name}};
      };
      return p;
    };
    std::vector<Part> list = {part("a", settings_of_a), part("b", "same"), part("c", "same"),
                              part("d", "same")};
    list[0].lends = {"a.model"};
    for (const int i : {1, 2}) {
      list[i].after = {"a"};
      list[i].reads = {"a.model"};
    }
    return list;
  }

  std::vector<std::string> errors_of(const std::vector<Part>& list, std::size_t most = kAll,
                                     const std::string& only = "") {
    done_.clear();
    RunPlan plan;
    plan.folder = folder_.path();
    plan.to_do = parts_to_do(
        folder_.path(), list, [&](const Part& p) { return only.empty() || p.name == only; }, most);
    return run_parts(list, plan, rnem::testing::reference_runtime(), observer_);
  }

  rnem::testing::RecordingObserver observer_;

  // What a run does.
  std::vector<std::string> run(const std::vector<Part>& list, std::size_t most = kAll,
                               const std::string& only = "") {
    EXPECT_THAT(errors_of(list, most, only), IsEmpty());
    return done_;
  }

  rnem::testing::TemporaryFolder folder_;
  std::vector<std::string> done_;
};

TEST_F(Parts, AreDoneOnce) {
  EXPECT_THAT(run(parts()), ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(run(parts()), IsEmpty());
  EXPECT_EQ(read_record(folder_.path(), "b")["result"]["answer"], "b");
}

TEST_F(Parts, AreDoneAgainWhenWhatTheyMakeIsGone) {
  run(parts());
  std::filesystem::remove(folder_ / "d.txt");
  EXPECT_THAT(run(parts()), ElementsAre("d"));
}

TEST_F(Parts, OtherSettingsRedoAPartAndWhatIsMadeFromIt) {
  run(parts());
  EXPECT_THAT(run(parts("second")), ElementsAre("a", "b", "c"));
  EXPECT_THAT(run(parts("second")), IsEmpty());
}

// settings of a training are compared as settings, not as text
TEST_F(Parts, MaySayThemselvesWhichSettingsAreTheSame) {
  run(parts("first"));
  auto list = parts("first, in other words");
  list[0].same_settings = [](const std::string& recorded) { return recorded == "first"; };
  EXPECT_THAT(run(list), IsEmpty());
  list[0].same_settings = [](const std::string&) { return false; };
  EXPECT_THAT(run(list), ElementsAre("a", "b", "c"));
}

TEST_F(Parts, LentFileThatNobodyNeedsIsNotMadeAgain) {
  run(parts());
  std::filesystem::remove(folder_ / "a.model");
  EXPECT_THAT(run(parts()), IsEmpty());
}

TEST_F(Parts, LentFileIsMadeAgainForAPartThatNeedsItAndNothingElse) {
  run(parts());
  std::filesystem::remove(folder_ / "a.model");
  std::filesystem::remove(folder_ / "b.txt");
  EXPECT_THAT(run(parts()), ElementsAre("a", "b"));
  EXPECT_THAT(run(parts()), IsEmpty());
}

TEST_F(Parts, AreTakenFromRecordsAndResultsOfAnotherMachine) {
  run(parts(), 2);
  const rnem::testing::TemporaryFolder other;
  std::filesystem::copy(folder_ / "parts", other / "parts");
  for (const char* file : {"a.txt", "b.txt"}) {
    std::filesystem::copy(folder_ / file, other / file);
  }
  const auto list = parts();
  const auto all = [](const Part&) { return true; };
  // "c" needs the model, so "a" is made again; "b" stays done
  EXPECT_THAT(parts_to_do(other.path(), list, all, kAll), ElementsAre(0, 2, 3));
  // "d" alone needs nothing
  EXPECT_THAT(parts_to_do(
                  other.path(), list, [](const Part& p) { return p.name == "d"; }, kAll),
              ElementsAre(3));
}

// no training for the sake of a lost picture
TEST_F(Parts, DispensableOneIsMadeAgainOnlyWhereWhatItReadsIsThere) {
  auto list = parts();
  list[2].dispensable = true;
  run(list);
  std::filesystem::remove(folder_ / "c.txt");
  EXPECT_THAT(run(list), ElementsAre("c"));
  std::filesystem::remove(folder_ / "c.txt");
  std::filesystem::remove(folder_ / "a.model");
  EXPECT_THAT(run(list), IsEmpty());
}

TEST_F(Parts, WantedOnesBringWhatTheyNeed) {
  EXPECT_THAT(run(parts(), kAll, "c"), ElementsAre("a", "c"));
  EXPECT_THAT(run(parts(), 1), ElementsAre("b"));
  EXPECT_THAT(run(parts(), 0), IsEmpty());
}

TEST_F(Parts, DamagedRecordIsNoRecord) {
  run(parts());
  write_file(folder_.path() / "parts" / "d.json", "{\"part\": \"d\"");
  EXPECT_THAT(run(parts()), ElementsAre("d"));
}

TEST_F(Parts, FailureNamesThePartAndLetsOthersGoOn) {
  auto list = parts();
  list[0].perform = [](const Runtime&, Observer&) -> nlohmann::ordered_json {
    fail_input("no luck");
  };
  EXPECT_THAT(errors_of(list), ElementsAre("a: no luck"));
  EXPECT_THAT(done_, ElementsAre("d"));
  EXPECT_THAT(run(parts()), ElementsAre("a", "b", "c"));
}

TEST_F(Parts, FailureOfAPartThatWasDoneBeforeLeavesNoRecord) {
  run(parts());
  auto list = parts("second");
  list[0].perform = [](const Runtime&, Observer&) -> nlohmann::ordered_json { fail("disk full"); };
  EXPECT_THAT(errors_of(list), ElementsAre("a: disk full"));
  EXPECT_TRUE(read_record(folder_.path(), "a").is_null());
}

TEST_F(Parts, InterruptedPartStopsTheRun) {
  auto list = parts();
  list[1].perform = [](const Runtime&, Observer&) -> nlohmann::ordered_json {
    throw Interrupted();
  };
  EXPECT_THROW(errors_of(list), Interrupted);
  EXPECT_THAT(done_, ElementsAre("a"));
}

}  // namespace
}  // namespace rnem::experiments
