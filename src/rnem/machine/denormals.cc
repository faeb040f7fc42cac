#include "rnem/machine/denormals.h"

#include "rnem/machine/parallel.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace rnem::machine {

void flush_denormals() {
#if defined(__SSE2__)
  // one iteration a thread
  parallel_for(max_threads(), 1, [](std::int64_t, std::int64_t, int) {
    constexpr unsigned kFlushToZero = 0x8000, kDenormalsAreZero = 0x0040;
    _mm_setcsr(_mm_getcsr() | kFlushToZero | kDenormalsAreZero);
  });
#endif
}

}  // namespace rnem::machine
