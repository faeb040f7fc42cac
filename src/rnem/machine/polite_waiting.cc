#include "rnem/machine/polite_waiting.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <system_error>
#include <thread>

#include "rnem/machine/core_contention.h"
#include "rnem/machine/parallel.h"
#include "rnem/machine/spare_team.h"

namespace rnem::machine {
namespace {

constexpr auto kPeriod = std::chrono::milliseconds(100);

bool user_has_chosen() {
  return std::getenv("OMP_WAIT_POLICY") != nullptr || std::getenv("GOMP_SPINCOUNT") != nullptr;
}

// Threads started meanwhile, and those that they start, leave signals to the others.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_ = {};
};

}  // namespace

class PoliteWaiting::Watch {
 public:
  Watch() {
    const SignalsBlocked blocked;
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  }

  bool polite() const { return polite_.load(std::memory_order_relaxed); }
  bool of_this_process() const { return process_ == getpid(); }

 private:
  void run(const std::stop_token& stop) {
    QueueTimes times;
    Contention contention;
    std::unique_ptr<SpareTeam> team;
    for (auto share = times.share(); share.has_value(); share = times.share()) {
      const bool taken = contention.add(*share);
      if (taken != (team != nullptr)) {
        try {
          team = taken ? std::make_unique<SpareTeam>() : nullptr;
        } catch (const std::system_error&) {
          return;  // no threads to be had here: wait as libgomp does
        }
        polite_.store(taken, std::memory_order_relaxed);
      }
      std::unique_lock lock(mutex_);
      never_.wait_for(lock, stop, kPeriod, [] { return false; });
      if (stop.stop_requested()) return;
    }
  }

  const pid_t process_ = getpid();
  std::atomic<bool> polite_{false};
  std::mutex mutex_;
  std::condition_variable_any never_;  // only a request to stop ends a wait early
  std::jthread thread_;                // last: ends before what it uses
};

PoliteWaiting::PoliteWaiting(int threads) {
  if (threads <= 1 || threads > processors() || user_has_chosen()) return;
  watch_ = std::make_unique<Watch>();
}

PoliteWaiting::~PoliteWaiting() {
  // a forked child cannot join a thread that it does not have
  if (watch_ && !watch_->of_this_process()) [[maybe_unused]]
    auto* left = watch_.release();
}

bool PoliteWaiting::polite() const { return watch_ && watch_->polite(); }

}  // namespace rnem::machine
