// The process's one thread pool, for loops of our own.
//
// LibTorch, OpenBLAS and oneDNN all run their loops on GNU's libgomp. This calls the same library
// through its stable ABI, so that no file needs -fopenmp (clang's would bring a second pool, and
// two pools fight for the same cores).
#pragma once

#include <cstdint>
#include <type_traits>

namespace rnem::machine {

// What the process may run on.
int processors();

// What the process may use: OMP_NUM_THREADS, or every processor it may run on.
int available_threads();

int max_threads();
void set_threads(int threads);

namespace detail {
using Body = void (*)(void* context, std::int64_t begin, std::int64_t end, int thread);
void parallel_for(std::int64_t n, std::int64_t grain, Body body, void* context);
}  // namespace detail

// Splits [0, n) into at most max_threads() contiguous parts of at least `grain`, and calls
// body(begin, end, thread) for each. The split depends on n, grain and max_threads() only.
// Nested calls run in the calling thread. The body must not throw.
template <class F>
void parallel_for(std::int64_t n, std::int64_t grain, F&& body) {
  detail::parallel_for(
      n, grain,
      [](void* context, std::int64_t begin, std::int64_t end, int thread) {
        (*static_cast<std::remove_reference_t<F>*>(context))(begin, end, thread);
      },
      &body);
}

}  // namespace rnem::machine
