#include "rnem/runtime/distributed_torch.h"

#include <torch/csrc/autograd/utils/lambda_post_hook.h>
#include <torch/version.h>

#include <condition_variable>
#include <csignal>
#include <future>
#include <mutex>
#include <thread>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <utility>

#include "rnem/core/error.h"

namespace rnem::runtime {
namespace {

using std::chrono::milliseconds;

// The roll call decides when waiting has lasted too long, and for whom.
constexpr auto kEngineTimeout = std::chrono::hours(24);
constexpr auto kLookAround = milliseconds(50);  // for a loss, while waiting

#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 5)
#define RNEM_STORES_ARE_CLONED 1  // Store::clone() is asked for
#endif

// The roll call's board as the place where Gloo's ranks find each other's addresses. LibTorch's own
// TCPStore would listen on all addresses of the machine, for anyone.
class BoardStore final : public c10d::Store {
 public:
  explicit BoardStore(std::shared_ptr<RollCall> roll)
      : c10d::Store(kEngineTimeout), roll_(std::move(roll)) {}

  void set(const std::string& key, const std::vector<std::uint8_t>& value) override {
    roll_->write(key, std::string(value.begin(), value.end()));
  }
  std::vector<std::uint8_t> get(const std::string& key) override {
    const std::string value = roll_->read(key);
    return {value.begin(), value.end()};
  }
  void wait(const std::vector<std::string>& keys) override {
    for (const auto& key : keys) roll_->read(key);
  }
  void wait(const std::vector<std::string>& keys, const milliseconds&) override { wait(keys); }

  // Gloo's rendezvous asks for none of these
  std::int64_t add(const std::string&, std::int64_t) override { unused(); }
  bool deleteKey(const std::string&) override { unused(); }
  bool check(const std::vector<std::string>&) override { unused(); }
  std::int64_t getNumKeys() override { unused(); }
#ifdef RNEM_STORES_ARE_CLONED
  c10::intrusive_ptr<c10d::Store> clone() override {
    return c10::make_intrusive<BoardStore>(roll_);
  }
#endif

 private:
  [[noreturn]] static void unused() { fail("the board has no such operation"); }

  std::shared_ptr<RollCall> roll_;
};

using Group = c10::intrusive_ptr<c10d::ProcessGroupGloo>;

Group connect(const std::shared_ptr<RollCall>& roll, int rank, int size) {
  // Gloo's threads inherit it: a connection that is gone is an error there, not a signal
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
  auto options = c10d::ProcessGroupGloo::Options::create(kEngineTimeout);
  options->threads = 2;
  options->devices = {c10d::ProcessGroupGloo::createDeviceForHostname(roll->own_address())};
  return c10::make_intrusive<c10d::ProcessGroupGloo>(c10::make_intrusive<BoardStore>(roll), rank,
                                                     size, options);
}

// c10d's work, waited for with an eye on the roll call.
class GlooWork final : public GlooGroup::Work {
 public:
  GlooWork(std::shared_ptr<RollCall> roll, c10::intrusive_ptr<c10d::Work> work)
      : roll_(std::move(roll)), work_(std::move(work)), end_(std::make_shared<End>()) {
    work_->getFuture()->addCallback([end = end_](c10::ivalue::Future&) {
      const std::lock_guard lock(end->mutex);
      end->reached = true;
      end->news.notify_all();
    });
  }

  void wait() override {
    std::unique_lock lock(end_->mutex);
    while (!end_->news.wait_for(lock, kLookAround, [&] { return end_->reached; })) roll_->check();
    lock.unlock();
    try {
      work_->wait();
    } catch (const std::exception& error) {
      roll_->explain(error.what());
    }
  }

 private:
  struct End {
    std::mutex mutex;
    std::condition_variable news;
    bool reached = false;
  };

  std::shared_ptr<RollCall> roll_;
  c10::intrusive_ptr<c10d::Work> work_;
  std::shared_ptr<End> end_;
};

}  // namespace

struct GlooGroup::Impl {
  std::shared_ptr<RollCall> roll;
  Group group;

  template <class Start>
  std::unique_ptr<Work> start(const Start& begin) {
    roll->check();
    roll->enter();
    try {
      return std::make_unique<GlooWork>(roll, begin());
    } catch (const std::exception& error) {
      roll->explain(error.what());
    }
  }
};

GlooGroup::GlooGroup(const std::shared_ptr<RollCall>& roll, int rank, int size)
    : impl_(std::make_unique<Impl>(Impl{roll, Group()})) {
  // on a thread of its own, left alone when a rank is lost meanwhile: Gloo would wait for it
  std::promise<Group> promise;
  std::future<Group> made = promise.get_future();
  std::thread([roll, rank, size, promise = std::move(promise)]() mutable {
    try {
      promise.set_value(connect(roll, rank, size));
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  }).detach();
  while (made.wait_for(kLookAround) != std::future_status::ready) roll->check();
  try {
    impl_->group = made.get();
  } catch (const RankLost&) {
    throw;
  } catch (const std::exception& error) {
    roll->explain(error.what());
  }
}

GlooGroup::~GlooGroup() {
  // With a rank lost, its destructor would wait for work that never ends. The process is about to.
  if (impl_->roll->lost()) impl_->group.release();
}

std::unique_ptr<GlooGroup::Work> GlooGroup::start_sum(torch::Tensor tensor) {
  std::vector<torch::Tensor> tensors{std::move(tensor)};
  return impl_->start([&] { return impl_->group->allreduce(tensors); });
}

std::unique_ptr<GlooGroup::Work> GlooGroup::start_broadcast(torch::Tensor tensor) {
  std::vector<torch::Tensor> tensors{std::move(tensor)};
  return impl_->start([&] { return impl_->group->broadcast(tensors); });
}

std::unique_ptr<GlooGroup::Work> GlooGroup::start_exchange(torch::Tensor given,
                                                           torch::Tensor taken) {
  std::vector<std::int64_t> equal;
  return impl_->start([&] { return impl_->group->alltoall_base(taken, given, equal, equal); });
}

std::unique_ptr<GlooGroup::Work> GlooGroup::start_gather(torch::Tensor own,
                                                         const torch::Tensor& all) {
  std::vector<std::vector<torch::Tensor>> rows{all.unbind()};
  std::vector<torch::Tensor> mine{std::move(own)};
  return impl_->start([&] { return impl_->group->allgather(rows, mine); });
}

GradientHook::GradientHook(const torch::Tensor& leaf, std::function<void()> ready)
    : node_(torch::autograd::impl::grad_accumulator(leaf)) {
  using torch::autograd::variable_list;
  key_ = node_->add_post_hook(std::make_unique<torch::autograd::utils::LambdaPostHook>(
      [ready = std::move(ready)](const variable_list& outputs, const variable_list& added) {
        if (!added.empty() && added.front().defined()) ready();
        return outputs;
      }));
}

GradientHook::~GradientHook() { node_->del_post_hook(key_); }

}  // namespace rnem::runtime
