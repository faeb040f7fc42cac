// What the process as a whole must keep to: one thread pool, recycled memory, no denormals.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <limits>

#include "rnem/machine/denormals.h"
#include "rnem/machine/parallel.h"
#include "rnem/ops/ops.h"
#include "rnem/runtime/recycling_memory.h"

namespace rnem {
namespace {

std::int64_t threads_of_this_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

TEST(Threads, OfLibTorchOpenBlasAndOursAreOnePool) {
  machine::set_threads(2);
  std::atomic<int> calls = 0;
  machine::parallel_for(2, 1, [&](std::int64_t, std::int64_t, int) { ++calls; });
  EXPECT_EQ(calls, 2);
  const auto ours = threads_of_this_process();
  EXPECT_GE(ours, 2);
  // each of these would start a second pool if it had one
  const auto a = torch::randn({600, 600}), b = torch::randn({2, 16, 64, 64});
  (a.matmul(a).exp() + a).sum().item<float>();
  torch::conv2d(b, torch::randn({16, 16, 4, 4})).sum().item<float>();
  const auto ops = ops::fast_ops(ops::Precision::kFloat32);
  ops->dense(a, {a, {}}, {}, ops::Activation::kElu).sum().item<float>();
  EXPECT_EQ(threads_of_this_process(), ours);
}

TEST(Denormals, AreFlushedOnEveryThread) {
  machine::flush_denormals();
  std::atomic<int> flushed = 0;
  machine::parallel_for(machine::max_threads(), 1, [&](std::int64_t, std::int64_t, int) {
    volatile float smallest = std::numeric_limits<float>::min();
    volatile float half = smallest * 0.5F;
    if (half == 0.0F) ++flushed;
  });
  EXPECT_EQ(flushed, machine::max_threads());
}

TEST(RecyclingMemory, ServesTheSameSizesWithoutTheSystem) {
  runtime::use_recycling_memory();
  const auto round = [] {
    std::vector<torch::Tensor> kept;
    for (const std::int64_t size : {100'000, 3'000'000, 100'000, 700'000}) {
      kept.push_back(torch::ones({size}));
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(kept.back().data_ptr()) % 64, 0U);
    }
    for (const auto& tensor : kept) EXPECT_EQ(tensor.sum().item<float>(), tensor.numel());
  };
  round();
  const auto before = runtime::memory_use();
  for (int i = 0; i < 5; ++i) round();
  const auto after = runtime::memory_use();
  EXPECT_GT(before.system_calls, 0U);
  EXPECT_EQ(after.system_calls, before.system_calls);
  EXPECT_EQ(after.in_use, before.in_use);
  EXPECT_GT(after.held, after.in_use);
}

TEST(RecyclingMemory, GivesBackOtherSizesBeforeItGrows) {
  runtime::use_recycling_memory();
  // 256 MB at a time, in ever larger blocks: without giving back it would hold ten times that
  for (std::int64_t blocks = 16; blocks >= 7; --blocks) {
    std::vector<torch::Tensor> kept;
    for (std::int64_t i = 0; i < blocks; ++i) {
      kept.push_back(torch::empty({(std::int64_t{64} << 20) / blocks}));
    }
  }
  const auto use = runtime::memory_use();
  EXPECT_LE(use.held, use.peak + use.peak / 8 + (std::size_t{128} << 20));
}

}  // namespace
}  // namespace rnem
