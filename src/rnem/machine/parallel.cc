#include "rnem/machine/parallel.h"

#include <algorithm>
#include <cstdlib>

// libgomp's ABI, as GCC emits it for `#pragma omp parallel`
extern "C" {
void GOMP_parallel(void (*fn)(void*), void* data, unsigned num_threads, unsigned flags);
int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_num_procs(void);
int omp_in_parallel(void);
void omp_set_num_threads(int);
}

namespace rnem::machine {
namespace {

struct Loop {
  std::int64_t n;
  detail::Body body;
  void* context;
};

void run_part(void* data) {
  const Loop& loop = *static_cast<Loop*>(data);
  const std::int64_t parts = omp_get_num_threads();
  const int thread = omp_get_thread_num();
  const std::int64_t begin = loop.n * thread / parts;
  const std::int64_t end = loop.n * (thread + 1) / parts;
  if (begin < end) loop.body(loop.context, begin, end, thread);
}

}  // namespace

int processors() { return omp_get_num_procs(); }

int available_threads() {
  const char* wanted = std::getenv("OMP_NUM_THREADS");
  const int threads = wanted == nullptr ? 0 : std::atoi(wanted);
  return threads > 0 ? threads : processors();
}

int max_threads() { return omp_get_max_threads(); }

void set_threads(int threads) { omp_set_num_threads(threads); }

void detail::parallel_for(std::int64_t n, std::int64_t grain, Body body, void* context) {
  if (n <= 0) return;
  const std::int64_t useful = std::max<std::int64_t>(1, n / std::max<std::int64_t>(1, grain));
  const auto threads = static_cast<unsigned>(std::min<std::int64_t>(useful, max_threads()));
  if (threads == 1 || omp_in_parallel() != 0) {
    body(context, 0, n, 0);
    return;
  }
  Loop loop{n, body, context};
  GOMP_parallel(run_part, &loop, threads, 0);
}

}  // namespace rnem::machine
