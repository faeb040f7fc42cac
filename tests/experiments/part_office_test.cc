// Rank 0 and a rank that does parts for it, as two ends of a connection in this process.
#include "rnem/experiments/part_office.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

#include "error_of.h"
#include "observers.h"
#include "rnem/core/atomic_file.h"
#include "rnem/experiments/part_parcel.h"
#include "temporary_folder.h"
#include "thread_ranks.h"

namespace rnem::experiments {
namespace {

namespace fs = std::filesystem;
using rnem::testing::error_of;
using rnem::testing::local_places;
using rnem::testing::TemporaryFolder;
using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

constexpr auto kPatience = std::chrono::minutes(2);

// "run" works in runs/run and reads model, which part "other" lends.
Part part_with_run() {
  Part part;
  part.name = "run";
  part.after = {"other"};
  part.reads = {"model"};
  part.makes = {"results/run.json"};
  part.run = "runs/run";
  return part;
}

std::string record(const std::string& edition) {
  return R"({"settings": "", "edition": ")" + edition +
         R"(", "seconds": 1, "threads": 1, "made_from": {}, "result": {}})";
}

class Office : public ::testing::Test {
 protected:
  Office() : office_(places_[0], "scale = smoke\n", parts_, folder_.path(), observer_, kSilence) {}

  static constexpr auto kSilence = milliseconds(1000);

  // Rank 0 serves until `come`, or until it heard something of a part.
  std::vector<PartOffice::News> serve(const std::function<bool()>& come = [] { return false; }) {
    const auto end = runtime::RankClock::now() + kPatience;
    while (!come() && runtime::RankClock::now() < end) {
      auto news = office_.attend(milliseconds(10));
      if (!news.empty()) return news;
    }
    return {};
  }
  // A rank that has been let in; it says nothing by itself.
  runtime::Connection join() {
    auto joined = std::async(std::launch::async, [&] {
      auto link = runtime::connect_to(places_[1].address, places_[1].port,
                                      runtime::RankClock::now() + kPatience);
      runtime::ask_in(link, places_[1].token, part_claims(places_[1], "scale = smoke\n"));
      return link;
    });
    serve([&] { return joined.wait_for(milliseconds(0)) == std::future_status::ready; });
    return joined.get();
  }

  const std::vector<runtime::RankPlace> places_ = local_places(2);
  const std::vector<Part> parts_ = {part_with_run()};
  TemporaryFolder folder_;
  rnem::testing::RecordingObserver observer_;
  PartOffice office_;
};

TEST_F(Office, ARankThatIsSilentLosesItsPart) {
  auto rank = join();
  rank.send(kWant, "2\nrun");
  serve([&] { return !office_.free_hands().empty(); });
  ASSERT_EQ(office_.free_hands().size(), 1u);
  EXPECT_THAT(office_.free_hands()[0].begun, ElementsAre("run"));
  EXPECT_THAT(office_.cores(), ElementsAre(2.0));
  office_.hand_out(1, parts_[0]);
  EXPECT_TRUE(office_.free_hands().empty());
  const auto news = serve();
  ASSERT_EQ(news.size(), 1u);
  EXPECT_EQ(news[0].what, PartOffice::News::kIsFree);
  EXPECT_EQ(news[0].part->name, "run");
  EXPECT_TRUE(office_.cores().empty());
}

TEST_F(Office, AFileThatLeadsOutOfTheFolderEndsTheConnection) {
  auto rank = join();
  rank.send(kWant, "1");
  serve([&] { return !office_.free_hands().empty(); });
  office_.hand_out(1, parts_[0]);
  rank.send(kFile, "run\n../../../../outside\nbytes");
  const auto news = serve();
  ASSERT_EQ(news.size(), 1u);
  EXPECT_EQ(news[0].what, PartOffice::News::kIsFree);
  EXPECT_FALSE(fs::exists(folder_ / "outside"));
}

TEST(Parcel, LendsWhatThePartReadsAndItsRunAndReturnsTheRest) {
  const TemporaryFolder folder;
  const Part part = part_with_run();
  for (const char* file : {"model", "parts/other.json", "parts/stranger.json", "runs/run/state-3",
                           "runs/run2/state-4", "results/run.json"}) {
    store_file(folder.path(), file, file);
  }
  EXPECT_THAT(files_to_lend(folder.path(), part),
              UnorderedElementsAre("model", "parts/other.json", "runs/run/state-3"));
  EXPECT_THAT(files_to_return(folder.path(), part),
              UnorderedElementsAre("parts/stranger.json", "runs/run/state-3", "runs/run2/state-4",
                                   "results/run.json"));
  clear_for(folder.path(), part);
  EXPECT_TRUE(fs::exists(folder / "runs/run/state-3"));
  EXPECT_FALSE(fs::exists(folder / "results/run.json"));
}

TEST(Parcel, StoresNothingOutsideOfItsFolder) {
  const TemporaryFolder folder;
  for (const char* file : {"../x", "a/../../x", "/tmp/x", ""}) {
    EXPECT_THAT(error_of([&] { store_file(folder / "in", file, "bytes"); }),
                HasSubstr("no file of a part"));
  }
}

TEST(Parcel, ARunThatWasMovedAsideStaysAside) {
  const TemporaryFolder folder, from;
  const Part part = part_with_run();
  store_file(folder.path(), "runs/run/state-1", "of other settings");
  store_file(folder.path(), "runs/run.before-1/state-1", "of still others");
  store_file(folder.path(), record_file("run"), record("old"));
  store_file(from.path(), "runs/run/state-2", "new");
  store_file(from.path(), "runs/run.before-1/state-1", "of other settings");
  store_file(from.path(), "results/run.json", "{}");
  EXPECT_THAT(error_of([&] { take_over(from.path(), folder.path(), part); }),
              HasSubstr("no record"));
  store_file(from.path(), record_file("run"), record("new"));
  take_over(from.path(), folder.path(), part);
  EXPECT_EQ(read_file(folder / "runs/run/state-2"), "new");
  EXPECT_FALSE(fs::exists(folder / "runs/run/state-1"));
  EXPECT_EQ(read_file(folder / "runs/run.before-1/state-1"), "of still others");
  EXPECT_EQ(read_file(folder / "runs/run.before-2/state-1"), "of other settings");
  EXPECT_EQ(read_record(folder.path(), "run")["edition"], "new");
}

}  // namespace
}  // namespace rnem::experiments
