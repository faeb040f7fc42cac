#include "rnem/runtime/rank_place.h"

#include <charconv>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"

namespace rnem::runtime {
namespace {

constexpr std::size_t kShortestToken = 16;  // bytes

struct Variable {
  std::string name, value;
};

// the first that is set
Variable first_set(const Environment& environment, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const char* value = environment(name);
    if (value != nullptr && *value != '\0') return {name, value};
  }
  return {};
}

int whole_number(const Variable& variable, int low, int high) {
  int number = 0;
  const char* end = variable.value.data() + variable.value.size();
  const auto result = std::from_chars(variable.value.data(), end, number);
  if (result.ec != std::errc() || result.ptr != end || number < low || number > high) {
    fail_input("{} = '{}': expected a whole number from {} to {}", variable.name, variable.value,
               low, high);
  }
  return number;
}

std::string job_token(const Environment& environment) {
  const Variable given = first_set(environment, {"RNEM_TOKEN", "RNEM_TOKEN_FILE"});
  if (given.name.empty()) {
    fail_input(
        "RNEM_TOKEN: not set: the ranks of a job know each other by a common secret; see "
        "docs/distributed.md");
  }
  std::string token = given.name == "RNEM_TOKEN" ? given.value : read_file(given.value);
  while (!token.empty() && (token.back() == '\n' || token.back() == '\r')) token.pop_back();
  if (token.size() < kShortestToken) {
    fail_input("{}: expected a secret of {} bytes or more, found {}", given.name, kShortestToken,
               token.size());
  }
  return token;
}

}  // namespace

RankPlace rank_place(const Environment& environment) {
  RankPlace place;
  const Variable address = first_set(environment, {"MASTER_ADDR"});
  if (address.name.empty()) return place;
  constexpr int kMost = 65536;
  const Variable size =
      first_set(environment, {"WORLD_SIZE", "SLURM_NTASKS", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE"});
  if (size.name.empty()) return place;
  place.size = whole_number(size, 1, kMost);
  if (place.alone()) return place;

  const Variable rank =
      first_set(environment, {"RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMI_RANK"});
  if (rank.name.empty()) fail_input("RANK: not set, but {} = {}", size.name, size.value);
  place.rank = whole_number(rank, 0, place.size - 1);
  const Variable local =
      first_set(environment, {"LOCAL_RANK", "SLURM_LOCALID", "OMPI_COMM_WORLD_LOCAL_RANK"});
  if (!local.name.empty()) place.local_rank = whole_number(local, 0, kMost);

  place.address = address.value;
  const Variable port = first_set(environment, {"RNEM_PORT", "MASTER_PORT"});
  if (port.name.empty()) fail_input("MASTER_PORT: not set, but MASTER_ADDR = {}", address.value);
  place.port = whole_number(port, 1, 65535);
  // torchrun's own store is on MASTER_PORT then
  const Variable agent = first_set(environment, {"TORCHELASTIC_USE_AGENT_STORE"});
  if (agent.value == "True" && port.name == "MASTER_PORT") ++place.port;
  place.own_address = first_set(environment, {"RNEM_ADDR"}).value;
  place.token = job_token(environment);
  return place;
}

RankPlace rank_place() {
  return rank_place([](const char* name) { return std::getenv(name); });
}

}  // namespace rnem::runtime
