#include "rnem/training/checkpoint.h"

#include <gtest/gtest.h>

#include <fstream>

#include "observers.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/io/crc32c.h"
#include "temporary_folder.h"

namespace rnem::training {
namespace {

namespace fs = std::filesystem;
using rnem::testing::TemporaryFolder;

Checkpoint checkpoint_at(std::int64_t update) {
  RunState state;
  state.update = update;
  state.applied = update - 1;
  state.rate_factor = 0.5;
  state.sums = {3, 1.0 / 3, 2, 1e-300, 7};
  state.validations = {{4, 10.5, kUnknown}, {8, kUnknown, 0.25}};
  return {{{"model.w", torch::arange(6, torch::kFloat32).reshape({2, 3}) + update}},
          state,
          "seed = 1\n"};
}

void flip_bit(const fs::path& path, std::int64_t byte) {
  std::string bytes = read_file(path);
  bytes[static_cast<std::size_t>(byte)] ^= 0x10;
  std::ofstream(path, std::ios::binary) << bytes;
}

TEST(Crc32c, HasThePublishedCheckValue) {
  EXPECT_EQ(io::crc32c("123456789"), 0xe3069283U);
  EXPECT_EQ(io::crc32c("6789", io::crc32c("12345")), 0xe3069283U);
  // 32 zero bytes, RFC 3720
  EXPECT_EQ(io::crc32c(std::string(32, '\0')), 0x8a9136aaU);
}

TEST(Checkpoint, ComesBackAsItWas) {
  const TemporaryFolder folder;
  save_checkpoint(folder.path(), checkpoint_at(12));
  const auto loaded = newest_checkpoint(folder.path(), rnem::testing::nobody());
  ASSERT_TRUE(loaded);
  EXPECT_EQ(to_json(loaded->state), to_json(checkpoint_at(12).state));
  EXPECT_EQ(loaded->state.sums.loss, 1.0 / 3);
  EXPECT_TRUE(std::isnan(loaded->state.validations[0].ari));
  EXPECT_EQ(loaded->config, "seed = 1\n");
  EXPECT_TRUE(torch::equal(loaded->tensors.at(0).second, checkpoint_at(12).tensors[0].second));
}

TEST(Checkpoint, TheLastTwoAreKept) {
  const TemporaryFolder folder;
  for (const int update : {8, 9, 10, 11}) save_checkpoint(folder.path(), checkpoint_at(update));
  EXPECT_FALSE(fs::exists(folder / "state-9.safetensors"));
  EXPECT_TRUE(fs::exists(folder / "state-10.safetensors"));
  EXPECT_EQ(newest_checkpoint(folder.path(), rnem::testing::nobody())->state.update, 11);
}

TEST(Checkpoint, AnyFlippedBitThatMattersIsNoticed) {
  const TemporaryFolder folder;
  save_checkpoint(folder.path(), checkpoint_at(1));
  const fs::path path = folder / "state-1.safetensors";
  const std::string whole = read_file(path);
  int noticed = 0;
  for (std::size_t byte = 0; byte < whole.size(); ++byte) {
    write_file(path, whole);
    flip_bit(path, static_cast<std::int64_t>(byte));
    try {
      const Checkpoint loaded = load_checkpoint(path);
      // the header's padding says nothing; all that is said must be unchanged
      EXPECT_EQ(to_json(loaded.state), to_json(checkpoint_at(1).state)) << "byte " << byte;
      EXPECT_TRUE(torch::equal(loaded.tensors.at(0).second, checkpoint_at(1).tensors[0].second));
    } catch (const InputError& error) {
      ++noticed;
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
  EXPECT_GT(noticed, static_cast<int>(whole.size()) - 16);
}

TEST(Checkpoint, DamagedOneIsSetAsideForTheOneBefore) {
  const TemporaryFolder folder;
  save_checkpoint(folder.path(), checkpoint_at(1));
  save_checkpoint(folder.path(), checkpoint_at(2));
  fs::resize_file(folder / "state-2.safetensors",
                  fs::file_size(folder / "state-2.safetensors") / 2);
  EXPECT_EQ(newest_checkpoint(folder.path(), rnem::testing::nobody())->state.update, 1);
  EXPECT_TRUE(fs::exists(folder / "state-2.safetensors.damaged"));
  flip_bit(folder / "state-1.safetensors",
           static_cast<std::int64_t>(fs::file_size(folder / "state-1.safetensors")) - 3);
  EXPECT_FALSE(newest_checkpoint(folder.path(), rnem::testing::nobody()));
}

TEST(Checkpoint, SteadyOneWasNotSavedAmidBadUpdates) {
  const TemporaryFolder folder;
  save_checkpoint(folder.path(), checkpoint_at(1));
  Checkpoint bad = checkpoint_at(2);
  bad.state.bad_in_a_row = 1;
  save_checkpoint(folder.path(), bad);
  EXPECT_EQ(newest_checkpoint(folder.path(), rnem::testing::nobody())->state.update, 2);
  EXPECT_EQ(
      newest_checkpoint(folder.path(), rnem::testing::nobody(), /*steady=*/true)->state.update, 1);
}

TEST(RunState, FindsItsBestValidations) {
  RunState state;
  EXPECT_EQ(state.best_by_loss(), -1);
  EXPECT_EQ(state.validations_without_gain(), 0);
  state.validations = {{1, 5.0, 0.2}, {2, 4.0, 0.9}, {3, kUnknown, 0.1}, {4, 4.5, kUnknown}};
  EXPECT_EQ(state.best_by_loss(), 1);
  EXPECT_EQ(state.best_by_ari(), 1);
  EXPECT_EQ(state.validations_without_gain(), 2);
}

}  // namespace
}  // namespace rnem::training
