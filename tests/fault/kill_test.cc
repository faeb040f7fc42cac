// kill -9 at random moments over everything that takes long and leaves something behind: after the
// last kill it ends with the bits of an undisturbed run. RNEM_KILLS=150 in the environment kills
// each so often, with --gtest_random_seed at other moments; the short form twice.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "fault/child.h"
#include "fault/kill_campaign.h"
#include "rnem/core/atomic_file.h"
#include "temporary_folder.h"
#include "training/tiny_toml.h"

namespace rnem {
namespace {

namespace fs = std::filesystem;
using rnem::testing::Bits;
using rnem::testing::Child;
using rnem::testing::files_of;
using rnem::testing::without_times;
using rnem::testing::Work;
using Words = std::vector<std::string>;

int kills() {
  const char* asked = std::getenv("RNEM_KILLS");
  return asked == nullptr ? 2 : std::atoi(asked);
}

class Kills : public ::testing::Test {
 protected:
  Kills() { write_file(folder_ / "train.toml", rnem::testing::tiny_toml(folder_.path())); }

  void run(const Work& work) const {
    const auto seed = static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed());
    rnem::testing::Campaign campaign;
    ASSERT_NO_THROW(campaign = run_campaign(work, kills(), seed));
    EXPECT_EQ(campaign.kills, kills());
    EXPECT_GE(campaign.completed, 1);
    std::cout << work.name << ": " << campaign.kills << " kills, " << campaign.completed
              << " times to its end with the bits of an undisturbed run\n";
  }

  // Something that is not killed, for others to work on.
  void prepare(const Words& command) const {
    ASSERT_EQ(Child(command, folder_ / "output").wait(), 0) << read_file(folder_ / "output");
  }

  Words training(const fs::path& out, int updates) const {
    Words words = {"train", "--config", (folder_ / "train.toml").string(), "--out", out.string()};
    for (const std::string& set :
         {"training.max_updates=" + std::to_string(updates), std::string("training.log_every=1"),
          std::string("training.checkpoint_every=1"), std::string("training.valid_every=5")}) {
      words.insert(words.end(), {"--set", set});
    }
    return words;
  }

  rnem::testing::TemporaryFolder folder_;
};

TEST_F(Kills, OfATrainingCostNothing) {
  run({"train",
       [&](const fs::path& folder) {
         Words words = training(folder / "run", 40);
         if (fs::exists(folder / "run")) words.push_back("--resume");
         return words;
       },
       [](const fs::path& folder) {
         Bits bits = files_of(folder / "run", {"best.safetensors", "last.safetensors"});
         bits["metrics"] = without_times(read_file(folder / "run/metrics.jsonl"));
         return bits;
       }});
}

TEST_F(Kills, OfMakingDataLeaveNoHalfOfIt) {
  const auto file = [](const fs::path& folder) { return (folder / "data.h5").string(); };
  run({"data make",
       [&](const fs::path& folder) -> Words {
         // it appears whole or not at all
         EXPECT_FALSE(fs::exists(file(folder)));
         return {"data",      "make",   (folder_ / "world.toml").string(),
                 "--train",   "300",    "--valid",
                 "20",        "--test", "20",
                 "--threads", "1",      "--out",
                 file(folder)};
       },
       [](const fs::path& folder) { return files_of(folder, {"data.h5"}); }});
}

TEST_F(Kills, OfAnAgentsTrainingCostNothing) {
  run({"data agent",
       [](const fs::path& folder) -> Words {
         const std::string out = (folder / "agent.safetensors").string();
         // the agent is there when only the games after its training were killed
         if (fs::exists(out + ".state")) {
           return {"data", "agent",     "--resume", "--force", "--games",
                   "2",    "--threads", "1",        "--out",   out};
         }
         Words words = {"data",      "agent", "--game-steps", "300", "--games", "2", "--force",
                        "--threads", "1",     "--out",        out};
         for (const char* set :
              {"game.rows=1", "game.columns=3", "game.steps=40", "lanes=3", "scripted_lanes=1",
               "memory=300", "first_update=90", "epsilon_steps=200", "batch=4", "target_every=20",
               "checkpoint_every=5"}) {
           words.insert(words.end(), {"--set", set});
         }
         return words;
       },
       [](const fs::path& folder) { return files_of(folder, {"agent.safetensors"}); }});
}

TEST_F(Kills, OfTrackingLeaveNoHalfOfIt) {
  prepare(training(folder_ / "model", 1));
  const std::string film = (folder_ / "film.h5").string();
  prepare({"data", "make", (folder_ / "world.toml").string(), "--train", "0", "--valid", "0",
           "--test", "1", "--frames", "60", "--threads", "1", "--out", film});
  run({"track",
       [&](const fs::path& folder) -> Words {
         const std::string out = (folder / "tracks").string();
         return {"track", (folder_ / "model").string(), film, "--force", "--out", out};
       },
       [](const fs::path& folder) {
         return files_of(folder / "tracks", {".txt", ".json", ".png"});
       }});
}

TEST_F(Kills, OfAReproductionCostNothing) {
  run({"reproduce",
       [](const fs::path& folder) -> Words {
         return {"reproduce",
                 "--scale",
                 "smoke",
                 "--only",
                 "published-flying3-rnnem*",
                 "--out",
                 (folder / "smoke").string()};
       },
       [](const fs::path& folder) {
         Bits bits = files_of(folder / "smoke/results", {".json"});
         for (auto& [name, text] : bits) text = without_times(text);
         bits.merge(files_of(folder / "smoke/runs", {"best.safetensors"}));
         return bits;
       }});
}

}  // namespace
}  // namespace rnem
