#include "rnem/runtime/rank_place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "error_of.h"

namespace rnem::runtime {
namespace {

using rnem::testing::error_of;
using ::testing::HasSubstr;
using Variables = std::map<std::string, std::string>;

RankPlace place_of(const Variables& variables) {
  return rank_place([&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

const Variables kTorchrun = {{"RANK", "1"},
                             {"WORLD_SIZE", "3"},
                             {"LOCAL_RANK", "1"},
                             {"MASTER_ADDR", "10.0.0.1"},
                             {"MASTER_PORT", "29500"},
                             {"RNEM_TOKEN", "0123456789abcdef"}};

Variables with(Variables variables, const std::string& name, const std::string& value) {
  variables[name] = value;
  return variables;
}

TEST(RankPlace, AloneUnlessALauncherSaysOtherwise) {
  EXPECT_TRUE(place_of({}).alone());
  // every shell of a Slurm allocation has these
  EXPECT_TRUE(place_of({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}}).alone());
  EXPECT_TRUE(place_of(with(kTorchrun, "WORLD_SIZE", "1")).alone());
}

TEST(RankPlace, ReadsTorchrunSlurmAndMpi) {
  const RankPlace place = place_of(kTorchrun);
  EXPECT_EQ(place.rank, 1);
  EXPECT_EQ(place.size, 3);
  EXPECT_EQ(place.local_rank, 1);
  EXPECT_EQ(place.address, "10.0.0.1");
  EXPECT_EQ(place.port, 29500);

  const Variables job = {
      {"MASTER_ADDR", "node1"}, {"MASTER_PORT", "5"}, {"RNEM_TOKEN", "0123456789abcdef"}};
  Variables slurm = job, mpi = job;
  slurm.insert({{"SLURM_PROCID", "5"}, {"SLURM_NTASKS", "8"}, {"SLURM_LOCALID", "2"}});
  mpi.insert({{"OMPI_COMM_WORLD_RANK", "7"}, {"OMPI_COMM_WORLD_SIZE", "8"}});
  EXPECT_EQ(place_of(slurm).rank, 5);
  EXPECT_EQ(place_of(slurm).local_rank, 2);
  EXPECT_EQ(place_of(mpi).rank, 7);
  EXPECT_EQ(place_of(mpi).size, 8);
}

TEST(RankPlace, LeavesThePortToTorchrunsOwnStore) {
  EXPECT_EQ(place_of(with(kTorchrun, "TORCHELASTIC_USE_AGENT_STORE", "True")).port, 29501);
  EXPECT_EQ(place_of(with(kTorchrun, "RNEM_PORT", "4000")).port, 4000);
}

TEST(RankPlace, NamesTheVariableThatIsWrong) {
  const auto error = [](const Variables& variables) {
    return error_of([&] { place_of(variables); });
  };
  EXPECT_THAT(error(with(kTorchrun, "RANK", "3")),
              HasSubstr("RANK = '3': expected a whole number"));
  EXPECT_THAT(error(with(kTorchrun, "WORLD_SIZE", "two")), HasSubstr("WORLD_SIZE = 'two'"));
  EXPECT_THAT(error(with(kTorchrun, "MASTER_PORT", "")), HasSubstr("MASTER_PORT: not set"));
  EXPECT_THAT(error(with(kTorchrun, "RNEM_TOKEN", "")), HasSubstr("RNEM_TOKEN: not set"));
  EXPECT_THAT(error(with(kTorchrun, "RNEM_TOKEN", "short")), HasSubstr("16 bytes or more"));
}

}  // namespace
}  // namespace rnem::runtime
