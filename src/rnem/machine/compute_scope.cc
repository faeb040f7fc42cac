#include "rnem/compute_scope.h"

#include "rnem/core/error.h"
#include "rnem/machine/parallel.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace rnem {
namespace {

sigset_t handled_signals() {
  sigset_t signals;
  sigfillset(&signals);
  // what a thread does to itself cannot wait, and neither can the terminal's stop and go
  for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGTSTP, SIGCONT,
                        SIGTTIN, SIGTTOU}) {
    sigdelset(&signals, own);
  }
  return signals;
}

void hold_back(sigset_t* before) {
  const sigset_t signals = handled_signals();
  const int error = pthread_sigmask(SIG_BLOCK, &signals, before);
  RNEM_CHECK(error == 0, "these signals can be blocked");
}

}  // namespace

ComputeScope::ComputeScope() {
  hold_back(&before_);
  // threads that others have put into the pool before
  machine::parallel_for(machine::max_threads(), 1, [](std::int64_t, std::int64_t, int thread) {
    if (thread > 0) hold_back(nullptr);
  });
#if defined(__SSE2__)
  constexpr unsigned kFlushToZero = 0x8000, kDenormalsAreZero = 0x0040;
  rounding_ = _mm_getcsr();
  _mm_setcsr(rounding_ | kFlushToZero | kDenormalsAreZero);
#endif
}

ComputeScope::~ComputeScope() {
#if defined(__SSE2__)
  _mm_setcsr(rounding_);
#endif
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void ComputeScope::let_signals_in() {
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  hold_back(nullptr);
}

}  // namespace rnem
