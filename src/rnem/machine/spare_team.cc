#include "rnem/machine/spare_team.h"

#include <system_error>
#include <vector>

#include "rnem/machine/parallel.h"

// libgomp's ABI, as GCC emits it for `#pragma omp parallel`
extern "C" {
void GOMP_parallel(void (*fn)(void*), void* data, unsigned num_threads, unsigned flags);
int omp_get_thread_num(void);
}

namespace rnem::machine {
namespace {

// libgomp ends the process when it cannot start a thread, where a container allows no more of
// them for instance. Short waiting is not worth that: threads of our own try it first.
void check_room_for(unsigned threads) {
  std::latch end(1);
  std::vector<std::jthread> probes;
  try {
    while (probes.size() < threads) probes.emplace_back([&end] { end.wait(); });
  } catch (const std::system_error&) {
    end.count_down();
    throw;
  }
  end.count_down();
}

}  // namespace

SpareTeam::SpareTeam() {
  // as many threads as processors and the opener: enough even when no other team is open
  const auto threads = static_cast<unsigned>(processors()) + 1;
  check_room_for(threads);
  opener_ = std::thread([this, threads] { GOMP_parallel(sleep_in_team, this, threads, 0); });
  opened_.wait();
}

SpareTeam::~SpareTeam() {
  closing_.count_down();
  opener_.join();
  // the join ends all of them, through a barrier in libgomp that a race detector cannot see: this
  // tells it
  left_.load(std::memory_order_acquire);
}

void SpareTeam::sleep_in_team(void* data) {
  SpareTeam& team = *static_cast<SpareTeam*>(data);
  // the opener comes here last, after libgomp has counted and started the others
  if (omp_get_thread_num() == 0) team.opened_.count_down();
  team.closing_.wait();
  team.left_.fetch_add(1, std::memory_order_release);
}

}  // namespace rnem::machine
